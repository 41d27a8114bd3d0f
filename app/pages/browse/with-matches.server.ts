import type { Anime } from "~/features/catalog/anime";
import { otherNames } from "~/features/catalog/other-names";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import { findMatchedName } from "~/features/search/matched-name";

/** Says of each card by which other name it was found; as they are if none was. */
export function withMatches(
  search: string,
  cards: readonly AnimeCardData[],
  titles: readonly Anime[],
): AnimeCardData[] {
  const byId = new Map(titles.map((title) => [title.mal_id, title]));
  const matched = cards.map((card) => {
    const title = byId.get(card.id);
    const match =
      title === undefined
        ? null
        : findMatchedName(search, card.title, otherNames(title, card.title));
    return { ...card, match };
  });
  return matched.some(({ match }) => match !== null) ? matched : [...cards];
}
