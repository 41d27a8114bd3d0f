import { Link } from "react-router";
import { cardFacts } from "~/features/catalog/view/facts";
import { useWords } from "~/language/words-context";
import type { AnimeCardData } from "./anime-card";
import { CardLine } from "./card-line";

/** Titles one under the other, for reading rather than looking. */
export function AnimeList({ cards }: { cards: readonly AnimeCardData[] }) {
  const words = useWords();
  return (
    <ul className="divide-y divide-rule border-y border-rule">
      {cards.map((card) => (
        <li key={card.id}>
          <Link
            to={card.path}
            prefetch="intent"
            viewTransition
            className="group grid grid-cols-[2.75rem_1fr_auto] items-center gap-4 py-2 hover:bg-raised"
          >
            <CardLine card={card} facts={cardFacts(words, card)} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
