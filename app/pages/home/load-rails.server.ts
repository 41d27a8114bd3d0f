import { cacheKind } from "~/caching/kind-caches";
import { mapLimited } from "~/concurrency/map-limited";
import { toCardAnime, type CardAnime } from "~/features/catalog/view/cards/anime-card.server";
import {
  arrangeRails,
  DEFAULT_LAYOUT,
  isHomeRail,
  searchRail,
  type HomeRail,
  type RailId,
  type SearchRail,
} from "~/features/home/home-rails";
import { hideKinds } from "~/features/listing/hidden/hide-choices";
import { withoutClips } from "~/features/listing/clips";
import { listAnime } from "~/features/listing/list-anime.server";
import { listingKey } from "~/features/listing/parse-listing.server";
import { RAIL_LENGTH } from "~/features/listing/rail-titles.server";
import { readSavedQuery } from "~/features/saved-search/parse-browse-url.server";
import type { SavedSearch } from "~/features/saved-search/saved-searches.server";
import { getHiddenTitles } from "~/pages/parts/hidden-titles.server";
import type { HomeRequest, UserRequest } from "./home-request.server";
import { RAILS, type Rail, type RailData } from "./rails.server";

/** Leaves connections of the pool to other requests. */
const LOADS_AT_ONCE = 3;
const SEARCH_RAILS = cacheKind<CardAnime[]>("search-rails");

/** What the rail of a saved search loads: no titles, but the issues of one that no longer works. */
export interface SearchTitles {
  search: SavedSearch;
  titles: readonly CardAnime[];
  issues: ReturnType<typeof readSavedQuery>["issues"];
}

/** A rail with its data; null for a visitor's rail of a user. */
export type LoadedOf<Id extends HomeRail> = {
  readonly [Each in Id]: { readonly id: Each; readonly data: RailData[Each] | null };
}[Id];

/** A shown rail, which is loaded, and not yet worded. */
export type LoadedRail =
  | LoadedOf<HomeRail>
  | { readonly id: SearchRail; readonly data: SearchTitles | null };

const TABLE: { readonly [Id in HomeRail]: Rail<RailData[Id]> } = RAILS;

/** Loads the rails that the layout shows, in its order, and no others. */
export async function loadRails(ask: HomeRequest): Promise<LoadedRail[]> {
  const { own } = ask;
  const pinned = own === null ? [] : (await own.searches()).filter((search) => search.pinned);
  const shown = arrangeRails(
    own?.preferences.home ?? DEFAULT_LAYOUT,
    pinned.map(({ id }) => id),
  ).filter((rail) => rail.shown);
  return mapLimited(shown, LOADS_AT_ONCE, ({ id }) => loadRail(ask, id));
}

async function loadRail(ask: HomeRequest, id: RailId): Promise<LoadedRail> {
  if (isHomeRail(id)) return loadHomeRail(ask, id);
  return { id, data: ask.own && (await loadSearchRail(ask.own, id)) };
}

async function loadHomeRail<Id extends HomeRail>(
  { catalog, own }: HomeRequest,
  id: Id,
): Promise<LoadedOf<Id>> {
  const rail: Rail<RailData[Id]> = TABLE[id];
  if (rail.reader === "user") return { id, data: own && (await rail.load(own)) };
  const everyones = () =>
    catalog.cached(`${id}/${rail.variesBy?.(catalog) ?? ""}`, () => rail.load(catalog));
  const data =
    own !== null && rail.loadOwn !== undefined
      ? await rail.loadOwn(own, everyones)
      : await everyones();
  return { id, data };
}

/** Lists what a pinned search finds. It may hide other titles than Home does. */
async function loadSearchRail(ask: UserRequest, id: SearchRail): Promise<SearchTitles | null> {
  const { services, user, parentalControl } = ask;
  const search = (await ask.searches()).find((saved) => searchRail(saved.id) === id);
  if (search === undefined) return null;
  const { query: stored, issues } = readSavedQuery(search.query);
  if (stored === null) return { search, titles: [], issues };
  const query = { ...withoutClips(stored), parentalControl, page: 1, perPage: RAIL_LENGTH };
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
