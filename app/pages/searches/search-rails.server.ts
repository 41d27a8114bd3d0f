import { mapLimited } from "~/concurrency/map-limited";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import type { ListingQuery } from "~/features/listing/listing-query";
import { readSavedQuery } from "~/features/saved-search/parse-browse-url.server";
import type { SavedSearch } from "~/features/saved-search/saved-searches.server";
import { errorText } from "~/i18n/error-text.server";
import type { I18n } from "~/i18n/i18n";
import type { Anime } from "~/features/catalog/anime";
import type { SearchRailData } from "~/features/saved-search/view/search-rail";

const RAIL_LENGTH = 16;
/** Others need connections of the pool, too. */
const READS_AT_ONCE = 3;

interface RailOptions {
  parentalControl: boolean;
  language: TitleLanguage;
  i18n: I18n;
  /** Reads a page of the listing. */
  list: (query: ListingQuery) => Promise<Anime[]>;
}

/** Loads the rails of pinned searches. One that no longer works has its problem and no cards. */
export function searchRails(
  searches: readonly SavedSearch[],
  { parentalControl, language, i18n, list }: RailOptions,
): Promise<SearchRailData[]> {
  return mapLimited(searches, READS_AT_ONCE, async ({ id, name, query: stored, fresh }) => {
    const { query, issues } = readSavedQuery(stored);
    const titles =
      query === null
        ? []
        : await list({ ...query, parentalControl, page: 1, perPage: RAIL_LENGTH });
    return {
      ...{ id, name, fresh },
      path: searchPath(stored),
      problem:
        issues === null
          ? null
          : issues.map(({ message }) => errorText(message, i18n.locale)).join(" "),
      cards: titles.map((title) => animeCard(title, language)),
    };
  });
}

export function searchPath(stored: string): string {
  return stored === "" ? "/browse" : `/browse?${stored}`;
}
