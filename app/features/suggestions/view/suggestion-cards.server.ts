import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import type { SuggestionPage } from "~/features/suggestions/list-suggestions.server";
import { reasonTexts, type ReasonTextOptions } from "./reason-text";

export interface SuggestionCard {
  card: AnimeCardData;
  /** Sentences, the strongest first; at least one. */
  reasons: string[];
}

export function suggestionCards(
  { suggestions, named, people }: Pick<SuggestionPage, "suggestions" | "named" | "people">,
  options: Omit<ReasonTextOptions, "named" | "people">,
): SuggestionCard[] {
  return suggestions.map((suggestion) => ({
    card: animeCard(suggestion.anime, options.language),
    reasons: reasonTexts(suggestion, { ...options, named, people }),
  }));
}
