import { useI18n } from "~/i18n/i18n-context";
import type { FormFailure } from "~/ui/forms/form-failure";
import { TextField } from "~/ui/forms/form-field";

interface CodeFieldProps {
  kind?: "app" | "recovery";
  failure?: FormFailure | undefined;
}

/** A code of the authenticator app, which browsers fill in, or a recovery code. */
export function CodeField({ kind = "app", failure }: CodeFieldProps) {
  const { t } = useI18n();
  const isApp = kind === "app";
  return (
    <TextField
      label={t(isApp ? "secondFactor.code" : "secondFactor.recoveryCode")}
      name="code"
      required
      maxLength={64}
      inputMode={isApp ? "numeric" : "text"}
      autoComplete={isApp ? "one-time-code" : "off"}
      autoCapitalize="none"
      spellCheck={false}
      failure={failure}
    />
  );
}
