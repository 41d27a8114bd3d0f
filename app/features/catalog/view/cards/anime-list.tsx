import { formatCardFacts } from "~/features/catalog/view/facts";
import { useI18n } from "~/i18n/i18n-context";
import { Link } from "~/ui/link";
import type { AnimeCardData } from "./anime-card";
import { FranchiseOthers } from "./franchise-others";
import { CardRow } from "./card-row";

export function AnimeList({ cards }: { cards: readonly AnimeCardData[] }) {
  const i18n = useI18n();
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
            <CardRow card={card} facts={formatCardFacts(i18n, card)} />
          </Link>
          {card.others === undefined ? null : (
            <p className="-mt-2 pl-15">
              <FranchiseOthers card={card} />
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
