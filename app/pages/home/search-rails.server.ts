import { cacheKind } from "~/caching/kind-caches";
import { toCardAnime, type CardAnime } from "~/features/catalog/view/cards/anime-card.server";
import { searchRail, type SearchRail } from "~/features/home/home-rails";
import { hideKinds } from "~/features/listing/hidden/hide-choices";
import { listAnime } from "~/features/listing/list-anime.server";
import { listingKey } from "~/features/listing/parse-listing.server";
import { RAIL_LENGTH } from "~/features/listing/rail-titles.server";
import { readSavedQuery } from "~/features/saved-search/parse-browse-url.server";
import type { SavedSearch } from "~/features/saved-search/saved-searches.server";
import { getHiddenTitles } from "~/pages/parts/hidden-titles.server";
import type { UserRequest } from "./home-request.server";

const SEARCH_RAILS = cacheKind<CardAnime[]>("search-rails");

/** What the rail of a saved search loads: no titles, but the issues of one that no longer works. */
export interface SearchTitles {
  search: SavedSearch;
  titles: readonly CardAnime[];
  issues: ReturnType<typeof readSavedQuery>["issues"];
}

/** Lists what a pinned search finds. It may hide other titles than Home does. */
export async function loadSearchRail(
  ask: UserRequest,
  id: SearchRail,
): Promise<SearchTitles | null> {
  const { services, user, parentalControl } = ask;
  const search = (await ask.searches()).find((saved) => searchRail(saved.id) === id);
  if (search === undefined) return null;
  const { query: stored, issues } = readSavedQuery(search.query);
  if (stored === null) return { search, titles: [], issues };
  const query = { ...stored, parentalControl, page: 1, perPage: RAIL_LENGTH };
  const hidden = await getHiddenTitles(services, {
    userId: user.id,
    kinds: hideKinds(query.hide.length > 0 ? query.hide : ask.hideChoices),
    parentalControl,
  });
  const titles = await services.caches.get(
    SEARCH_RAILS,
    `${listingKey(query)}/${hidden?.key ?? ""}`,
    async () => (await listAnime(services, query, hidden)).items.map(toCardAnime),
  );
  return { search, titles, issues };
}
