import { Check, Eye, EyeOff } from "lucide-react";
import { useId, useState } from "react";
import { isCommonPassword } from "~/features/accounts/password/common-passwords";
import { PASSWORD_RULES } from "~/features/accounts/password/password-rules";
import { useI18n } from "~/i18n/i18n-context";
import { classNames } from "~/ui/class-names";
import { TextInput } from "~/ui/forms/text-input";
import type { FormFailure } from "~/ui/forms/form-failure";
import { describedBy, FieldDescription } from "~/ui/forms/form-field";

interface PasswordFieldProps {
  label?: string;
  name?: string;
  purpose: "current" | "new";
  failure?: FormFailure | undefined;
}

/** Has a button that reveals the password; a new password's rules are checked while typing. */
export function PasswordField({ label, name = "password", purpose, failure }: PasswordFieldProps) {
  const { t } = useI18n();
  const id = useId();
  const [shown, setShown] = useState(false);
  const [typed, setTyped] = useState("");
  const error = failure?.fields[name];
  const hint = purpose === "new" ? <PasswordRules typed={typed} /> : undefined;
  return (
    <div>
      <label htmlFor={id} className="required-mark mb-1.5 block text-sm font-medium text-ink-soft">
        {label ?? t("signIn.password")}
      </label>
      <span className="relative block">
        <TextInput
          id={id}
          type={shown ? "text" : "password"}
          name={name}
          required
          maxLength={200}
          autoComplete={purpose === "new" ? "new-password" : "current-password"}
          autoCapitalize="none"
          spellCheck={false}
          className="pr-12"
          onChange={purpose === "new" ? (event) => setTyped(event.currentTarget.value) : undefined}
          {...describedBy(id, { hint, error })}
        />
        <button
          type="button"
          aria-label={t("signIn.showPassword")}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
          className="needs-js absolute inset-y-0 right-0 inline-flex w-11 items-center justify-center text-ink-faint hover:text-ink"
        >
          {shown ? (
            <EyeOff aria-hidden className="size-4" />
          ) : (
            <Eye aria-hidden className="size-4" />
          )}
        </button>
      </span>
      <FieldDescription id={id} hint={hint} error={error} />
    </div>
  );
}

function PasswordRules({ typed }: { typed: string }) {
  const { t } = useI18n();
  const isCommon = PASSWORD_RULES.every(({ holds }) => holds(typed)) && isCommonPassword(typed);
  return (
    <>
      <ul className="mt-1.5 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-2">
        {PASSWORD_RULES.map(({ name, holds }) => {
          const met = holds(typed);
          return (
            <li
              key={name}
              data-met={met}
              className={classNames(
                "flex items-center gap-2 last:sm:col-span-2",
                met ? "text-ink" : "text-ink-faint",
              )}
            >
              <span
                aria-hidden
                className={classNames(
                  "inline-flex size-4 shrink-0 items-center justify-center rounded-full border",
                  met ? "border-accent bg-accent text-on-accent" : "border-rule-strong",
                )}
              >
                {met ? <Check className="size-3" /> : null}
              </span>
              {t(`passwordRule.${name}`)}
              {met ? <span className="sr-only">{t("passwordRule.met")}</span> : null}
            </li>
          );
        })}
      </ul>
      <span role="status" className="mt-2 block text-sm text-caution empty:hidden">
        {isCommon ? t("site.commonPassword") : null}
      </span>
    </>
  );
}
