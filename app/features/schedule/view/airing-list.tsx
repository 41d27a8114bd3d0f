import type { ReactNode } from "react";
import { Link } from "react-router";
import { timeUntil } from "~/features/schedule/next-broadcast";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { CardRow } from "~/features/catalog/view/cards/card-row";
import { formatCardFacts } from "~/features/catalog/view/facts";
import { useI18n } from "~/i18n/i18n-context";
import { classNames } from "~/ui/class-names";
import { FACT_DOT } from "~/ui/fact-dot";

export interface ScheduledCard {
  card: AnimeCardData;
  at: string;
  time: string;
  /** The number of the episode, where it can be told. */
  episode: number | null;
  /** The part of its day that is folded and has it, if one has. */
  fold?: "earlier" | "others" | undefined;
}

export interface AiringListProps<Card extends ScheduledCard> {
  airings: readonly Card[];
  /** The current time; null until hydration, when countdowns appear. */
  now: Date | null;
  action?: (airing: Card) => ReactNode;
}

const COUNTDOWN_MS = 24 * 3_600_000;

/** Broadcasts of a day, in two columns where they fit. */
export function AiringList<Card extends ScheduledCard>({
  airings,
  now,
  action,
}: AiringListProps<Card>) {
  return (
    <ol className="grid gap-x-10 lg:grid-cols-2">
      {airings.map((airing) => (
        <li key={`${airing.card.id} ${airing.at}`} className="nearing flex items-center gap-2">
          <Airing {...airing} now={now} />
          {action?.(airing)}
        </li>
      ))}
    </ol>
  );
}

function Airing(airing: ScheduledCard & { now: Date | null }) {
  return (
    <Link
      to={airing.card.path}
      prefetch="intent"
      className="group grid min-h-11 min-w-0 grow grid-cols-[3.25rem_2.75rem_minmax(0,1fr)_auto] items-center gap-4 rounded-md py-2 hover:bg-raised"
    >
      <AiringContent {...airing} />
    </Link>
  );
}

function AiringContent({ card, at, time, episode, now }: ScheduledCard & { now: Date | null }) {
  const i18n = useI18n();
  const instant = new Date(at);
  const left = now === null ? null : instant.getTime() - now.getTime();
  const isToCome = now !== null && left !== null && left >= 0 && left < COUNTDOWN_MS;
  const facts = [
    episode === null ? null : i18n.t("title.episodeNumber", { number: episode }),
    isToCome ? i18n.t("schedule.in", { time: timeUntil(i18n, instant, now) }) : null,
  ].filter((fact) => fact !== null);
  return (
    <>
      <time
        dateTime={at}
        className={classNames(
          "text-right font-display font-bold tabular-nums",
          left !== null && left < 0 && "text-ink-faint",
        )}
      >
        {time}
      </time>
      <CardRow
        card={card}
        facts={facts.length === 0 ? formatCardFacts(i18n, card) : facts.join(FACT_DOT)}
      />
    </>
  );
}
