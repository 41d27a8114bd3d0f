import { Link } from "react-router";
import type { DisplayTitle } from "~/features/catalog/title-language";
import {
  formatEpisodeCount,
  formatYearAndType,
  type CardFacts,
} from "~/features/catalog/view/facts";
import type { Spine } from "~/features/catalog/view/spine";
import { useI18n } from "~/i18n/i18n-context";
import { useCachedContent } from "~/ui/markup-cache";
import { Score } from "~/ui/score";
import { Cover } from "./cover";
import { PlayMark, type PlayMarkData } from "./play-mark";
import { CardStates, CoverEntry, EntryDescription, useCardStates } from "./card-states";
import { FACT_DOT } from "~/ui/fact-dot";

export interface AnimeCardData extends CardFacts {
  id: number;
  path: string;
  title: DisplayTitle;
  spine: Spine | null;
  score: number | null;
  color: string;
  /** Another name, by which a search found it. With null its line stays empty. */
  match?: DisplayTitle | null;
  /** Its place among all titles, from 1. Absent where it is not shown. */
  popularity?: number | null;
  /** Titles of its franchise that the card stands for. */
  others?: number;
  /** Absent unless it plays here. */
  plays?: PlayMarkData | undefined;
}

interface AnimeCardProps {
  card: AnimeCardData;
  sizes: string;
  priority?: boolean;
  note?: string;
}

export function AnimeCard(props: AnimeCardProps) {
  const { card, sizes, priority, note } = props;
  const states = useCardStates();
  const shows = priority === true ? null : [sizes, note, card, states[card.id]];
  const content = useCachedContent("card", shows, () => (
    <CardStates value={states}>
      <CardContent {...props} />
    </CardStates>
  ));
  return (
    <Link to={card.path} prefetch="intent" viewTransition className="group card" {...content} />
  );
}

function CardContent({ card, sizes, priority, note }: AnimeCardProps) {
  const i18n = useI18n();
  const episodes = formatEpisodeCount(i18n, card);
  return (
    <>
      <span className="relative block">
        <Cover
          id={card.id}
          color={card.color}
          spine={card.spine}
          title={card.title.text}
          sizes={sizes}
          priority={priority}
        />
        <CoverEntry id={card.id} />
      </span>
      <span
        lang={card.title.lang}
        className="mt-2.5 line-clamp-2 min-h-[2.5em] text-sm leading-[1.25] font-semibold transition-colors group-hover:text-accent-text"
      >
        {card.title.text}
      </span>
      {card.match === undefined ? null : (
        <span
          lang={card.match?.lang}
          className="mt-0.5 block min-h-[1.35em] truncate text-xs text-ink-soft"
        >
          {card.match?.text}
        </span>
      )}
      <span className="mt-1 flex items-baseline justify-between gap-x-2 gap-y-0.5 text-xs text-ink-faint @max-[9.25rem]:flex-col">
        <span className="min-w-0">
          <PlayMark mark={card.plays} />
          <EntryDescription id={card.id} />
          {note ?? formatYearAndType(i18n, card)}
          {note !== undefined || episodes === null ? null : (
            <span className="@max-[9.25rem]:hidden">
              {FACT_DOT}
              <span className="whitespace-nowrap">{episodes}</span>
            </span>
          )}
        </span>
        <Score score={card.score} />
      </span>
    </>
  );
}
