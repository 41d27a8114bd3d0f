import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import { formatRelation, isSequel, sortInWatchOrder } from "~/features/catalog/view/facts";
import type { TitleLanguage } from "~/features/catalog/title-language";
import type { RelatedAnime } from "~/features/title/list-related.server";
import type { I18n } from "~/i18n/i18n";

export function relatedCards(
  related: readonly RelatedAnime[],
  { language, i18n }: { language: TitleLanguage; i18n: I18n },
) {
  const flat = related.map(({ relation, anime }) => ({ relation, mal_id: anime.mal_id, anime }));
  return sortInWatchOrder(flat).map(({ relation, anime }) => ({
    relation: formatRelation(i18n, relation),
    card: animeCard(anime, language),
  }));
}

/** What is on the user's list is no secret. */
export function withoutSequels(
  related: readonly RelatedAnime[],
  entries: { has(id: number): boolean },
): RelatedAnime[] {
  return related.filter(
    ({ relation, anime: { mal_id } }) => !isSequel(relation) || entries.has(mal_id),
  );
}
