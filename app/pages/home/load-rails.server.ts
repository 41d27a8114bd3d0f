import { mapLimited } from "~/concurrency/map-limited";
import {
  arrangeRails,
  DEFAULT_LAYOUT,
  isHomeRail,
  type HomeRail,
  type RailId,
  type SearchRail,
} from "~/features/home/home-rails";
import type { HomeRequest } from "./home-request.server";
import { RAILS, type Rail, type RailData } from "./rails.server";
import { loadSearchRail, type SearchTitles } from "./search-rails.server";

/** Leaves connections of the pool to other requests. */
const LOADS_AT_ONCE = 3;

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
