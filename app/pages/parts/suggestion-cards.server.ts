import { synopsisExcerpt } from "~/features/catalog/synopsis";
import { HONOUR } from "~/features/catalog/vocabulary";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import type { SuggestionPage } from "~/features/suggestions/list-suggestions.server";
import { reasonTexts, type ReasonTextOptions } from "~/features/suggestions/view/reason-text";
import type { SuggestionCard } from "~/features/suggestions/view/suggestion-item";

const MAX_GENRES = 3;
/** Two lines of a card. */
const EXCERPT_LENGTH = 140;

export function suggestionCards(
  { suggestions, named, people }: Pick<SuggestionPage, "suggestions" | "named" | "people">,
  options: Omit<ReasonTextOptions, "named" | "people">,
): SuggestionCard[] {
  const reasons = reasonTexts(suggestions, { ...options, named, people });
  return suggestions.map(({ anime }, index) => ({
    card: animeCard(anime, options.language),
    reason: reasons[index] ?? "",
    genres: anime.genres.filter((name) => name !== HONOUR).slice(0, MAX_GENRES),
    synopsis: synopsisExcerpt(anime.synopsis, EXCERPT_LENGTH),
  }));
}
