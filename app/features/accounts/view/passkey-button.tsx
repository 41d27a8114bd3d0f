import { KeyRound } from "lucide-react";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { FormMessage } from "~/ui/forms/form-field";
import { usePasskeyAutofill, usePasskeyCeremony, usePasskeySupport } from "./use-passkeys";

interface PasskeyButtonProps {
  /** The only origin at which passkeys work; null if the site cannot have passkeys. */
  origin: string | null;
  purpose: "sign-in" | "confirm";
  className?: string;
}

/** Submits a passkey to the page's action. Shown where scripts run and the browser has passkeys. */
export function PasskeyButton({ origin, purpose, className }: PasskeyButtonProps) {
  const { t } = useI18n();
  const isSupported = usePasskeySupport(origin);
  const { isBusy, problem, start } = usePasskeyCeremony("passkey", ({ askForPasskey }) =>
    askForPasskey(purpose),
  );
  // Browsers run one ceremony at a time.
  usePasskeyAutofill(isSupported && purpose === "sign-in" && !isBusy);
  if (!isSupported) return null;
  return (
    <div className={className}>
      <Button className="w-full whitespace-normal" aria-disabled={isBusy} onClick={start}>
        <KeyRound aria-hidden className="size-4" />
        {t(purpose === "sign-in" ? "passkeys.signIn" : "passkeys.confirm")}
      </Button>
      <div className="mt-4">
        <FormMessage>
          {problem === null
            ? null
            : t(problem === "cancelled" ? "passkeys.cancelled" : "passkeys.failed")}
        </FormMessage>
      </div>
    </div>
  );
}
