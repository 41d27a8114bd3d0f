import { Rail } from "~/ui/rail";
import { AnimeCard, type AnimeCardData } from "~/features/catalog/view/cards/anime-card";

interface AnimeRailProps {
  title: string;
  more?: { to: string; label: string };
  cards: readonly AnimeCardData[];
  notes?: Readonly<Record<number, string>>;
}

export function AnimeRail({ title, more, cards, notes }: AnimeRailProps) {
  if (cards.length === 0) return null;
  return (
    <Rail title={title} more={more}>
      {cards.map((card) => (
        <li key={card.id}>
          <AnimeCard
            card={card}
            note={notes?.[card.id]}
            sizes="(min-width: 48rem) 10.5rem, 8.5rem"
          />
        </li>
      ))}
    </Rail>
  );
}
