import { Form } from "react-router";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { type FormFailure, formMessage } from "~/ui/forms/form-failure";
import { FormMessage, TextField } from "~/ui/forms/form-field";

interface QuietHoursFormProps {
  /** Wall times as `HH:MM`; empty for none. */
  from: string;
  until: string;
  zone: string;
  failure: FormFailure | undefined;
}

/** The hours in which nothing is sent. */
export function QuietHoursForm({ from, until, zone, failure }: QuietHoursFormProps) {
  const { t } = useI18n();
  return (
    <Form method="post" preventScrollReset noValidate aria-label={t("channels.quiet")}>
      <p className="mb-4 max-w-prose text-sm text-ink-soft">
        {t("channels.quietDescription", { zone })}
      </p>
      <FormMessage>{formMessage(failure, "quietFrom", "quietUntil")}</FormMessage>
      <div className="flex flex-wrap items-start gap-4">
        <TextField
          label={t("channels.quietFrom")}
          name="quietFrom"
          type="time"
          defaultValue={from}
          failure={failure}
        />
        <TextField
          label={t("channels.quietUntil")}
          name="quietUntil"
          type="time"
          defaultValue={until}
          failure={failure}
        />
      </div>
      <Button type="submit" name="intent" value="quiet" className="mt-4">
        {t("notices.saveKinds")}
      </Button>
    </Form>
  );
}
