import { Form } from "react-router";
import { MAIL_TIMINGS, type MailTiming } from "~/features/notifications/channels/mail-timing";
import { wallTime } from "~/features/schedule/time-zone";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { type FormFailure, formMessage } from "~/ui/forms/form-failure";
import { FormMessage, SelectField } from "~/ui/forms/form-field";

interface MailTimingFormProps {
  timing: MailTiming;
  hour: number;
  zone: string;
  failure: FormFailure | undefined;
}

const HOUR_MS = 3_600_000;
const HOURS = [...Array(24).keys()];

/** Chooses the time at which news is mailed. */
export function MailTimingForm({ timing, hour, zone, failure }: MailTimingFormProps) {
  const { t } = useI18n();
  return (
    <Form method="post" preventScrollReset noValidate aria-label={t("channels.mail")}>
      <FormMessage>{formMessage(failure, "timing", "digestHour")}</FormMessage>
      <div className="flex flex-wrap items-start gap-4">
        <SelectField
          label={t("channels.timing")}
          name="timing"
          defaultValue={timing}
          options={MAIL_TIMINGS.map((value) => [value, t(`channels.timing.${value}`)])}
          failure={failure}
        />
        <SelectField
          label={t("channels.digestHour")}
          name="digestHour"
          defaultValue={String(hour)}
          options={HOURS.map((value) => [String(value), wallTime(value * HOUR_MS)])}
          hint={t("channels.digestHourHint", { zone })}
          failure={failure}
        />
      </div>
      <Button type="submit" name="intent" value="mail" className="mt-4">
        {t("notices.saveKinds")}
      </Button>
    </Form>
  );
}
