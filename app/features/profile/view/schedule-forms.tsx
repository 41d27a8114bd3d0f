import { Form } from "react-router";
import { MAX_DELAY_HOURS } from "~/features/profile/profile-limits";
import { useI18n } from "~/i18n/i18n-context";
import { Button } from "~/ui/button";
import { NewSecret } from "~/ui/forms/new-secret";
import type { FormFailure } from "~/ui/forms/form-failure";
import { TextField } from "~/ui/forms/form-field";
import { SettingsForm } from "./settings-form";

interface ScheduleFormsProps {
  /** A child shares no calendar. */
  isChild: boolean;
  delayHours: number;
  /** Time at which the link was created; null without one. */
  calendarSince: Date | null;
  calendarBase: string;
  feedBase: string;
  /** The code of a new link, shown once. */
  created: string | null;
  zone: string;
  failure?: FormFailure | undefined;
}

export function ScheduleForms({
  isChild,
  delayHours,
  calendarSince,
  calendarBase,
  feedBase,
  created,
  zone,
  failure,
}: ScheduleFormsProps) {
  const { t } = useI18n();
  return (
    <>
      <SettingsForm
        intent="schedule"
        label={t("settings.schedule")}
        saveLabel={t("settings.schedule.save")}
        failure={failure}
        field="scheduleDelayHours"
      >
        {(shownFailure) => (
          <TextField
            label={t("settings.schedule.delay")}
            name="scheduleDelayHours"
            type="number"
            inputMode="numeric"
            min={0}
            max={MAX_DELAY_HOURS}
            defaultValue={String(delayHours)}
            hint={t("settings.schedule.delayHint", { max: MAX_DELAY_HOURS })}
            failure={shownFailure}
          />
        )}
      </SettingsForm>
      <h3 className="mt-8 text-base font-semibold">{t("settings.timeZone")}</h3>
      <p className="mt-1 font-medium">{zone}</p>
      <p className="mt-1 text-sm text-ink-soft">{t("settings.timeZone.description")}</p>
      {isChild ? null : (
        <CalendarLink {...{ calendarSince, calendarBase, feedBase, created, zone }} />
      )}
    </>
  );
}

type CalendarLinkProps = Pick<
  ScheduleFormsProps,
  "calendarSince" | "calendarBase" | "feedBase" | "created" | "zone"
>;

/** Anyone who has the link sees the broadcasts of the user's list. */
function CalendarLink({ calendarSince, calendarBase, feedBase, created, zone }: CalendarLinkProps) {
  const { t, formatDate } = useI18n();
  return (
    <>
      <h3 className="mt-8 text-base font-semibold">{t("settings.schedule.calendar")}</h3>
      <p className="mt-1 mb-4 text-sm text-ink-soft">
        {t("settings.schedule.calendar.description")}
      </p>
      {created === null ? null : (
        <>
          <NewSecret
            label={t("settings.schedule.calendar.created")}
            secret={calendarBase + created}
          />
          <NewSecret label={t("settings.schedule.calendar.feed")} secret={feedBase + created} />
        </>
      )}
      <Form method="post" preventScrollReset className="flex flex-wrap items-center gap-3">
        <Button type="submit" name="intent" value="create-calendar">
          {t(
            calendarSince === null
              ? "settings.schedule.calendar.create"
              : "settings.schedule.calendar.renew",
          )}
        </Button>
        {calendarSince === null ? null : (
          <>
            <Button type="submit" name="intent" value="revoke-calendar">
              {t("settings.schedule.calendar.revoke")}
            </Button>
            <span className="text-xs text-ink-faint">
              {t("settings.schedule.calendar.since", {
                day: formatDate(calendarSince, { dateStyle: "medium", timeZone: zone }),
              })}
            </span>
          </>
        )}
      </Form>
    </>
  );
}
