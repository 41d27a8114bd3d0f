import { useI18n } from "~/i18n/i18n-context";
import { AiringList, type AiringListProps, type ScheduledCard } from "./airing-list";
import { dayId } from "./day-tabs";

interface ScheduleDayProps extends AiringListProps<ScheduledCard> {
  date: string;
  heading: string;
  subheading: string;
}

export function ScheduleDay({ date, heading, subheading, ...list }: ScheduleDayProps) {
  const { t } = useI18n();
  const id = dayId(date);
  return (
    <section
      aria-labelledby={id}
      data-date={date}
      className="grid gap-x-12 border-b border-rule py-8 last-of-type:border-b-0 md:grid-cols-[11rem_minmax(0,1fr)]"
    >
      <h2 id={id} className="mb-4 scroll-mt-16 text-xl md:sticky md:top-40 md:self-start">
        {heading}
        <span className="mt-1 block font-sans text-sm font-normal text-ink-soft">{subheading}</span>
      </h2>
      {list.airings.length === 0 ? (
        <p className="self-center text-ink-faint">{t("schedule.nothing")}</p>
      ) : (
        <AiringList {...list} />
      )}
    </section>
  );
}
