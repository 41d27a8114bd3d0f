import { AnimeCard } from "~/features/catalog/view/cards/anime-card";
import { useI18n } from "~/i18n/i18n-context";
import { Rail } from "~/ui/rail";
import type { SuggestionCard } from "./suggestion-cards.server";

export function SuggestionRail({ cards }: { cards: readonly SuggestionCard[] }) {
  const { t } = useI18n();
  if (cards.length === 0) return null;
  return (
    <Rail title={t("discover.heading")} more={{ to: "/discover", label: t("discover.all") }}>
      {cards.map(({ card, reasons }) => (
        <li key={card.id}>
          <AnimeCard card={card} sizes="(min-width: 48rem) 10.5rem, 8.5rem" />
          <p className="mt-1.5 line-clamp-3 text-xs text-ink-soft">{reasons[0]}</p>
        </li>
      ))}
    </Rail>
  );
}
