import { useId } from "react";
import { Form, href } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import type { FormFailure } from "~/ui/forms/form-failure";
import { describedBy, FieldDescription, FormMessage } from "~/ui/forms/form-field";
import { ConfirmFirst } from "./confirm-first";

interface DeleteAccountFormProps {
  /** The names of the managed profiles, which are deleted with the account. */
  profiles: readonly string[];
  isConfirmed: boolean;
  failure?: FormFailure | undefined;
}

export function DeleteAccountForm({ profiles, isConfirmed, failure }: DeleteAccountFormProps) {
  const { t, formatList } = useI18n();
  const id = useId();
  const error = failure?.fields["confirm"];
  return (
    <details open={failure !== undefined} className="rounded-lg border border-rule">
      <summary className="unfolds flex min-h-11 list-none items-center justify-between px-4 text-sm font-medium">
        {t("settings.delete.open")}
      </summary>
      <div className="space-y-5 border-t border-rule p-4">
        <p className="text-sm text-ink-soft">
          {t("settings.delete.description")}
          {profiles.length === 0
            ? null
            : ` ${t("settings.delete.profiles", { names: formatList(profiles) })}`}
        </p>
        {isConfirmed ? (
          <Form method="post" noValidate aria-label={t("settings.delete")} className="space-y-5">
            <FormMessage>{failure?.message}</FormMessage>
            <div>
              <label htmlFor={id} className="flex min-h-11 items-center gap-2.5 text-sm">
                <input
                  id={id}
                  type="checkbox"
                  name="confirm"
                  value="yes"
                  className="size-4"
                  {...describedBy(id, { error })}
                />
                {t("settings.delete.confirm")}
              </label>
              <FieldDescription id={id} error={error} />
            </div>
            <Button
              type="submit"
              name="intent"
              value="delete"
              className="border-caution text-caution"
            >
              {t("settings.delete.do")}
            </Button>
          </Form>
        ) : (
          <ConfirmFirst returnTo={`${href("/settings")}#data`} />
        )}
      </div>
    </details>
  );
}
