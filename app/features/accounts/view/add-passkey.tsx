import { KeyRound } from "lucide-react";
import { useEffect } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { FormMessage } from "~/ui/forms/form-field";
import { useHydrated } from "~/ui/use-hydrated";
import { usePasskeyCeremony, usePasskeySupport } from "./use-passkeys";

/** A button that makes a passkey, or why this browser makes none. */
export function AddPasskey({ origin }: { origin: string }) {
  const { t } = useI18n();
  const isHydrated = useHydrated();
  const isSupported = usePasskeySupport(origin);
  const { isBusy, problem, start } = usePasskeyCeremony("add", ({ createPasskey }) =>
    createPasskey(),
  );
  // The proof has expired meanwhile: the page then leads to the confirmation.
  useEffect(() => {
    if (problem === "unproven") location.reload();
  }, [problem]);
  if (!isHydrated)
    return (
      <noscript>
        <p className="text-sm text-ink-soft">{t("passkeys.needsScripts")}</p>
      </noscript>
    );
  if (!isSupported)
    return (
      <p className="text-sm text-ink-soft">
        {location.origin === origin
          ? t("passkeys.unsupported")
          : t("passkeys.otherAddress", { origin })}
      </p>
    );
  return (
    <>
      <FormMessage>
        {problem === null || problem === "unproven"
          ? null
          : t(
              problem === "exists"
                ? "passkeys.exists"
                : problem === "cancelled"
                  ? "passkeys.cancelled"
                  : "passkeys.failed",
            )}
      </FormMessage>
      <Button weight="primary" aria-disabled={isBusy} onClick={start}>
        <KeyRound aria-hidden className="size-4" />
        {t("passkeys.add")}
      </Button>
    </>
  );
}
