import { useI18n } from "~/i18n/i18n-context";
import type { PlainKey } from "~/i18n/message-types";
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

interface NamedRailProps {
  cards: readonly AnimeCardData[];
  heading: PlainKey;
  /** Where all of it is, and the words of the link. */
  to: string;
  more: PlainKey;
}

/** A rail whose words need no values. */
export function NamedRail({ cards, heading, to, more }: NamedRailProps) {
  const { t } = useI18n();
  return <AnimeRail title={t(heading)} cards={cards} more={{ to, label: t(more) }} />;
}
