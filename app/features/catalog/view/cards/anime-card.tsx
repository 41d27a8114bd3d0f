import { Link } from "react-router";
import type { ShownTitle } from "~/features/catalog/title-language";
import { cardEpisodes, cardLine, type CardFacts } from "~/features/catalog/view/facts";
import { useWords } from "~/language/words-context";
import { Score } from "~/ui/score";
import { Cover } from "./cover";
import { StateDot } from "./card-states";

/** What a card shows of a title. */
export interface AnimeCardData extends CardFacts {
  id: number;
  path: string;
  title: ShownTitle;
  /** The native title for the edge of generated covers. */
  spine: string | null;
  score: number | null;
  /** Placeholder of the cover. */
  color: string;
}

interface AnimeCardProps {
  card: AnimeCardData;
  /** How wide the cover is shown, for the `sizes` attribute. */
  sizes: string;
  priority?: boolean;
  /** A line in place of the usual one, as the time of a broadcast. */
  note?: string;
}

/** A poster with its title in two lines: one link, one tab stop. */
export function AnimeCard({ card, sizes, priority, note }: AnimeCardProps) {
  const words = useWords();
  const episodes = cardEpisodes(words, card);
  return (
    <Link to={card.path} prefetch="intent" viewTransition className="group @container block">
      <Cover id={card.id} color={card.color} spine={card.spine} sizes={sizes} priority={priority} />
      <span
        lang={card.title.lang}
        className="mt-2.5 line-clamp-2 min-h-[2.5em] text-sm leading-[1.25] font-semibold transition-colors group-hover:text-accent-text"
      >
        {card.title.text}
      </span>
      {/* Two lines where the card is narrow: nothing of it is cut off. */}
      <span className="mt-1 flex items-baseline justify-between gap-x-2 gap-y-0.5 text-xs text-ink-faint @max-[9.25rem]:flex-col @min-[9.25rem]:flex-wrap">
        <span className="max-w-full truncate">
          <StateDot id={card.id} />
          {note ?? cardLine(words, card)}
          {note !== undefined || episodes === null ? null : (
            <span className="max-sm:hidden"> · {episodes}</span>
          )}
        </span>
        <Score score={card.score} />
      </span>
    </Link>
  );
}
