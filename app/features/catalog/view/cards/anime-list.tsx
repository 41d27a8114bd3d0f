import { Link } from "react-router";
import { cardFacts } from "~/features/catalog/view/facts";
import { useWords } from "~/language/words-context";
import { Score } from "~/ui/score";
import type { AnimeCardData } from "./anime-card";
import { StateDot } from "./card-states";
import { Cover } from "./cover";

/** Titles one under the other, for reading rather than looking. */
export function AnimeList({ cards }: { cards: readonly AnimeCardData[] }) {
  const words = useWords();
  return (
    <ul className="divide-y divide-rule border-y border-rule">
      {cards.map((card) => (
        <li key={card.id}>
          <Link to={card.path} prefetch="intent" viewTransition className="group grid grid-cols-[2.75rem_1fr_auto] items-center gap-4 py-2 hover:bg-raised">
            <Cover id={card.id} color={card.color} spine={null} sizes="2.75rem" className="rounded-sm" />
            <span className="min-w-0">
              <span lang={card.title.lang} className="block truncate text-sm font-semibold group-hover:text-accent-text">
                {card.title.text}
              </span>
              <span className="mt-0.5 block text-xs text-ink-faint">
                <StateDot id={card.id} />
                {cardFacts(words, card)}
              </span>
            </span>
            <span className="pr-2 text-sm">
              <Score score={card.score} />
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
