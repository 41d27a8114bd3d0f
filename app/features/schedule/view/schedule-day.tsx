import type { ReactNode } from "react";
import { useI18n } from "~/i18n/i18n-context";
import { AiringList, type AiringListProps, type ScheduledCard } from "./airing-list";
import { dayId } from "./day-tabs";
import { classNames } from "~/ui/class-names";

interface ScheduleDayProps extends AiringListProps<ScheduledCard> {
  date: string;
  heading: string;
  subheading: string;
}

/**
 * The broadcasts of a day; earlier and less popular ones are in closed `details`. A day without
 * any is one short line.
 */
export function ScheduleDay(props: ScheduleDayProps) {
  const { date, heading, subheading, airings, ...list } = props;
  const { t } = useI18n();
  const id = dayId(date);
  const partOf = (part: ScheduledCard["fold"]) => airings.filter(({ fold }) => fold === part);
  const [earlier, others] = [partOf("earlier"), partOf("others")];
  const isEmpty = airings.length === 0;
  return (
    <section
      aria-labelledby={id}
      data-date={date}
      className={classNames(
        "gap-x-4 border-b border-rule last-of-type:border-b-0 md:grid-cols-[11rem_minmax(0,1fr)] md:gap-x-12",
        isEmpty ? "flex flex-wrap items-baseline py-3 md:grid" : "grid py-8",
      )}
    >
      <h2
        id={id}
        className={classNames(
          "scroll-mt-16",
          isEmpty ? "grow text-base" : "mb-4 text-xl md:sticky md:top-40 md:self-start",
        )}
      >
        {heading}
        <span
          className={classNames(
            "font-sans text-sm font-normal text-ink-soft",
            isEmpty ? "ml-2 inline-block md:ml-0 md:block" : "mt-1 block",
          )}
        >
          {subheading}
        </span>
      </h2>
      {isEmpty ? (
        <p className="text-sm text-ink-faint">{t("schedule.nothing")}</p>
      ) : (
        <div>
          <Folded summary={t("schedule.earlier", { count: earlier.length })} count={earlier.length}>
            <AiringList airings={earlier} {...list} />
          </Folded>
          <AiringList airings={partOf(undefined)} {...list} />
          <Folded summary={t("schedule.others", { count: others.length })} count={others.length}>
            <AiringList airings={others} {...list} />
          </Folded>
        </div>
      )}
    </section>
  );
}

interface FoldedProps {
  summary: string;
  count: number;
  children: ReactNode;
}

function Folded({ summary, count, children }: FoldedProps) {
  if (count === 0) return null;
  return (
    <details>
      <summary className="unfolds flex min-h-11 cursor-pointer list-none items-center text-sm text-ink-soft hover:text-ink">
        {summary}
      </summary>
      {children}
    </details>
  );
}
