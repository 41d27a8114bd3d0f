import { useI18n } from "~/i18n/i18n-context";
import type { FormFailure } from "~/ui/forms/form-failure";
import { TextField } from "~/ui/forms/form-field";

interface EmailFieldProps {
  label?: string;
  /** The value is `username` where the address signs in. */
  autoComplete?: "username" | "email";
  failure: FormFailure | undefined;
}

export function EmailField({ label, autoComplete = "username", failure }: EmailFieldProps) {
  const { t } = useI18n();
  return (
    <TextField
      label={label ?? t("signIn.email")}
      type="email"
      name="email"
      autoComplete={autoComplete}
      inputMode="email"
      autoCapitalize="none"
      spellCheck={false}
      required
      failure={failure}
    />
  );
}
