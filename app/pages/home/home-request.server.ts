import { cacheKind } from "~/caching/kind-caches";
import { once } from "~/concurrency/lazy";
import type { SessionUser } from "~/features/accounts/session-user.server";
import type { Anime, NameCount } from "~/features/catalog/anime";
import { parseRevealed, type Revealed } from "~/features/catalog/spoilers/reveal";
import type { HideChoice } from "~/features/listing/hidden/hide-choices";
import { countGenres, listTitles, type CatalogReader } from "~/features/listing/rail-titles.server";
import { readSitePreferences } from "~/features/profile/site-preferences";
import { listSavedSearches, type SavedSearch } from "~/features/saved-search/saved-searches.server";
import {
  listSuggestions,
  type SuggestionPage,
} from "~/features/suggestions/list-suggestions.server";
import type { PageHide } from "~/pages/parts/hide-on-page.server";
import { openListCache, type ListCache } from "~/pages/parts/list-cache.server";
import type { PageZone } from "~/pages/viewer/page-zone.server";
import type { CatalogTools, SharedServices } from "~/services/shared-services";
import type { PageViewer } from "~/pages/viewer/page-viewer";

const MAX_SUGGESTIONS = 12;
const MAX_STARTABLE = 10;

/** What rails for everyone may know of a request: nothing of a user but what they hide. */
export interface CatalogRequest extends CatalogReader {
  services: CatalogTools;
  mayOpenFiles: boolean;
  zone: PageZone;
  now: Date;
  /** Loads once, for this hour and for all who may see and hide the same. */
  cached: <Data>(key: string, load: () => Promise<Data>) => Promise<Data>;
  /** What several rails read is read once. */
  popular: () => Promise<Anime[]>;
  genres: () => Promise<NameCount[]>;
}

/** What rails of a user may know. */
export interface UserRequest extends CatalogRequest {
  services: SharedServices;
  user: SessionUser;
  viewer: PageViewer;
  preferences: ReturnType<typeof readSitePreferences>;
  /** What the user hides on Home, for searches without a choice of their own. */
  hideChoices: readonly HideChoice[];
  list: () => Promise<ListCache>;
  searches: () => Promise<SavedSearch[]>;
  suggestions: () => Promise<SuggestionPage>;
  /** Ids of planned titles that can be started. */
  startable: () => Promise<number[]>;
}

/** A request of Home, as rails and their presentation are told of it. */
export interface HomeRequest {
  services: SharedServices;
  viewer: PageViewer;
  /** What the URL reveals in spite of the viewer's masks. */
  revealed: Revealed;
  catalog: CatalogRequest;
  /** What the user's rails may know; visitors have none. */
  own: UserRequest | null;
}

interface Asked {
  hide: PageHide;
  zone: PageZone;
  searchParams: URLSearchParams;
}

/** Collects what rails load from. Nothing is read before a rail asks for it. */
export function createHomeRequest(
  services: SharedServices,
  viewer: PageViewer,
  { hide, zone, searchParams }: Asked,
): HomeRequest {
  const { user, parentalControl, mayOpenFiles } = viewer;
  const now = new Date();
  const reader = { services, parentalControl, hidden: hide.titles };
  // Days begin on the hour, here and in Japan, and with them seasons and the choice of the day.
  const scope = `${String(parentalControl)}/${now.toISOString().slice(0, 13)}/${hide.titles?.key ?? ""}`;
  const catalog: CatalogRequest = {
    ...reader,
    ...{ mayOpenFiles, zone, now },
    cached: <Data>(key: string, load: () => Promise<Data>) =>
      services.caches.get(cacheKind<Data>("home-rails"), `${key}/${scope}`, load),
    popular: once(() => listTitles(reader, { order: "popularity" })),
    genres: once(() => countGenres(reader)),
  };
  const revealed = parseRevealed(searchParams);
  const own = user === null ? null : createUserRequest(catalog, { services, user, viewer, hide });
  return { services, viewer, revealed, catalog, own };
}

function createUserRequest(
  catalog: CatalogRequest,
  { hide, ...own }: Pick<UserRequest, "services" | "user" | "viewer"> & Pick<Asked, "hide">,
): UserRequest {
  const { services, user } = own;
  const { parentalControl } = catalog;
  const list = once(() => openListCache(services, user.id));
  return {
    ...catalog,
    ...own,
    preferences: readSitePreferences(user.preferences.site),
    hideChoices: hide.choices,
    list,
    searches: once(() => listSavedSearches(services.db, user.id, { parentalControl })),
    suggestions: once(() =>
      listSuggestions(services.db, user.id, { parentalControl, limit: MAX_SUGGESTIONS }),
    ),
    startable: async () => (await list()).listStartable({ parentalControl, limit: MAX_STARTABLE }),
  };
}
