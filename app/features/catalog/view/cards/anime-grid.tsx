import { AnimeCard, type AnimeCardData } from "./anime-card";
import { FranchiseOthers } from "./franchise-others";
import { useCardPreviews } from "./use-card-previews";

const FIRST_SCREEN = 6;

export function AnimeGrid({ cards }: { cards: readonly AnimeCardData[] }) {
  const { handlers, previews } = useCardPreviews(cards);
  return (
    <>
      <ul
        {...handlers}
        className="previewed grid grid-cols-[repeat(auto-fill,minmax(6.5rem,1fr))] gap-x-3 gap-y-7 sm:grid-cols-[repeat(auto-fill,minmax(9rem,1fr))] sm:gap-x-5 sm:gap-y-9"
      >
        {cards.map((card, index) => (
          <li key={card.id} className="nearing">
            <AnimeCard
              card={card}
              priority={index < FIRST_SCREEN}
              sizes="(min-width: 40rem) 11rem, 29vw"
            />
            <FranchiseOthers card={card} />
          </li>
        ))}
      </ul>
      {previews}
    </>
  );
}
