import { href } from "react-router";
import { AnimeCard } from "~/features/catalog/view/cards/anime-card";
import { useI18n } from "~/i18n/i18n-context";
import { Rail } from "~/ui/rail";
import { Section } from "~/ui/section";
import { useReloadWhile } from "~/ui/use-reload-while";
import type { SuggestionCard } from "./suggestion-item";

/** A page that stays open stops reloading after so many times, as when the job fails. */
const MAX_RELOADS = 30;

interface SuggestionRailProps {
  cards: readonly Pick<SuggestionCard, "card" | "reason">[];
  /** Whether suggestions are being computed, as after signing up. */
  isWaiting: boolean;
}

export function SuggestionRail({ cards, isWaiting }: SuggestionRailProps) {
  const { t } = useI18n();
  useReloadWhile(isWaiting, MAX_RELOADS);
  if (isWaiting)
    return (
      <Section title={t("discover.heading")}>
        <p className="text-sm text-ink-soft">{t("discover.waiting")}</p>
      </Section>
    );
  if (cards.length === 0) return null;
  return (
    <Rail title={t("discover.heading")} more={{ to: href("/discover"), label: t("discover.all") }}>
      {cards.map(({ card, reason }) => (
        <li key={card.id}>
          <AnimeCard card={card} sizes="(min-width: 48rem) 10.5rem, 8.5rem" />
          <p className="mt-1.5 line-clamp-3 text-xs text-ink-soft">{reason}</p>
        </li>
      ))}
    </Rail>
  );
}
