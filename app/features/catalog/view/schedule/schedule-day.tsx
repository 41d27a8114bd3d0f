import { Link } from "react-router";
import { timeUntil } from "~/features/catalog/schedule/next-broadcast";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { CardLine } from "~/features/catalog/view/cards/card-line";
import { cardFacts } from "~/features/catalog/view/facts";
import { useWords } from "~/language/words-context";
import { classNames } from "~/ui/class-names";

/** One broadcast as a line of the schedule. `at` is ISO 8601 in UTC, `time` the `HH:MM` of the page's zone. */
export interface ScheduledCard {
  card: AnimeCardData;
  at: string;
  time: string;
}

interface ScheduleDayProps {
  date: string;
  heading: string;
  subheading: string;
  airings: readonly ScheduledCard[];
  /** The present, once the page's script runs; then what is to come counts down and what is over steps back. */
  now: Date | null;
}

/** Counting down to what is further away than this tells nothing that the clock does not. */
const COUNTDOWN_MS = 24 * 3_600_000;

/** One day of the schedule: its broadcasts by time. */
export function ScheduleDay({ date, heading, subheading, airings, now }: ScheduleDayProps) {
  const { t } = useWords();
  const id = `day-${date}`;
  return (
    <section
      aria-labelledby={id}
      className="grid scroll-mt-24 gap-x-12 border-t border-rule py-8 md:grid-cols-[11rem_minmax(0,1fr)]"
    >
      <h2 id={id} className="mb-4 scroll-mt-24 text-xl md:sticky md:top-24 md:self-start">
        {heading}
        <span className="mt-1 block font-sans text-sm font-normal text-ink-soft">{subheading}</span>
      </h2>
      {airings.length === 0 ? (
        <p className="self-center text-ink-faint">{t("schedule.nothing")}</p>
      ) : (
        <AiringList airings={airings} now={now} />
      )}
    </section>
  );
}

/** Broadcasts by time, each with its own clock and, once scripts run, its countdown. */
export function AiringList({ airings, now }: Pick<ScheduleDayProps, "airings" | "now">) {
  return (
    <ol className="grid gap-x-10 lg:grid-cols-2">
      {airings.map((airing) => (
        <Airing key={`${airing.card.id} ${airing.at}`} {...airing} now={now} />
      ))}
    </ol>
  );
}

function Airing({ card, at, time, now }: ScheduledCard & { now: Date | null }) {
  const words = useWords();
  const instant = new Date(at);
  const left = now === null ? null : instant.getTime() - now.getTime();
  const isToCome = now !== null && left !== null && left >= 0 && left < COUNTDOWN_MS;
  return (
    <li>
      <Link
        to={card.path}
        prefetch="intent"
        className="group grid min-h-11 grid-cols-[3.25rem_2.75rem_minmax(0,1fr)_auto] items-center gap-4 rounded-md py-2 hover:bg-raised"
      >
        <time
          dateTime={at}
          className={classNames(
            "text-right font-display font-bold tabular-nums",
            left !== null && left < 0 && "text-ink-faint",
          )}
        >
          {time}
        </time>
        <CardLine
          card={card}
          facts={
            isToCome
              ? words.t("schedule.in", { time: timeUntil(words, instant, now) })
              : cardFacts(words, card)
          }
        />
      </Link>
    </li>
  );
}
