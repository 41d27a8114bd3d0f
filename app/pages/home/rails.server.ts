import type { Anime, NameCount } from "~/features/catalog/anime";
import { getAnimesById } from "~/features/catalog/get-animes-by-id.server";
import { normaliseName } from "~/features/catalog/term-key";
import { toCardAnime } from "~/features/catalog/view/cards/anime-card.server";
import type { FirstSteps } from "~/features/home/get-started";
import type { HomeRail } from "~/features/home/home-rails";
import {
  listBest,
  listLatestSeason,
  listTitles,
  RAIL_LENGTH,
  type GenreTitles,
} from "~/features/listing/rail-titles.server";
import { getProfile } from "~/features/profile/get-profile.server";
import { searchPath } from "~/features/saved-search/search-path";
import { airingsToday } from "~/features/schedule/week-schedule";
import { listUpNext } from "~/features/watch-list/up-next.server";
import { runsByItself } from "~/jobs/job-records.server";
import { cachedAiring } from "~/pages/parts/cached-catalog.server";
import { listNewlyAdded } from "~/pages/parts/library-titles.server";
import { cachedPlayableTitles } from "~/pages/parts/present-cards.server";
import type { CatalogRequest, UserRequest } from "./home-request.server";

const MAX_SEQUELS = 12;
const FEATURED_CANDIDATES = 30;
const FEATURED_COUNT = 5;
const MAX_PLANNED = 2;
const GENRE_RAIL_COUNT = 2;
const GENRE_CANDIDATES = 12;
/** No row of their own while parental control is on. */
const SUGGESTIVE_GENRES = new Set(["ecchi", "erotica", "hentai"]);
const QUARTER_MS = 900_000;
const DAY_MS = 86_400_000;

/** How Home loads a rail: its titles and facts, which `present-rails` makes cards and words of. */
export type Rail<Data> =
  | { reader: "user"; load(ask: UserRequest): Promise<Data> }
  | {
      reader: "everyone";
      /** What the data depends on beside what `CatalogRequest.cached` tells apart. */
      variesBy?(ask: CatalogRequest): string;
      load(ask: CatalogRequest): Promise<Data>;
      /** What a user is shown instead. */
      loadOwn?(ask: UserRequest, everyones: () => Promise<Data>): Promise<Data>;
    };

/** What Home shows, a row per rail. `home-rails` has their default order. */
export const RAILS = {
  getStarted: { reader: "user", load: loadFirstSteps },
  upNext: { reader: "user", load: loadUpNext },
  airingOnList: {
    reader: "user",
    load: async ({ services, parentalControl, preferences }: UserRequest) => ({
      titles: await cachedAiring(services, parentalControl),
      delayHours: preferences.scheduleDelayHours,
    }),
  },
  newMatches: { reader: "user", load: loadNewMatches },
  featured: {
    reader: "everyone",
    load: async ({ popular, now }: CatalogRequest) =>
      pickForDay((await popular()).slice(0, FEATURED_CANDIDATES), FEATURED_COUNT, now),
    loadOwn: loadOwnFeatured,
  },
  missedSequels: { reader: "user", load: loadMissedSequels },
  suggestions: { reader: "user", load: loadSuggestions },
  newlyAdded: {
    reader: "everyone",
    variesBy: ({ mayOpenFiles }: CatalogRequest) => `files=${mayOpenFiles}`,
    load: (ask: CatalogRequest) =>
      listNewlyAdded(ask.services, ask, { hidden: ask.hidden, limit: RAIL_LENGTH }),
  },
  season: {
    reader: "everyone",
    load: (ask: CatalogRequest) => listLatestSeason(ask, ask.now),
  },
  airingToday: {
    reader: "everyone",
    // A day begins in some time zone at each quarter of an hour.
    variesBy: ({ zone, now }: CatalogRequest) =>
      `${zone.name}/${Math.floor(now.getTime() / QUARTER_MS)}`,
    load: loadAiringToday,
  },
  topRated: {
    reader: "everyone",
    load: async (ask: CatalogRequest) =>
      (await listTitles(ask, { order: "score" })).map(toCardAnime),
  },
  popular: {
    reader: "everyone",
    load: async ({ popular }: CatalogRequest) => (await popular()).map(toCardAnime),
  },
  genreRails: { reader: "everyone", load: loadGenreRails, loadOwn: loadOwnGenreRails },
  genreIndex: {
    reader: "everyone",
    load: ({ genres }: CatalogRequest): Promise<NameCount[]> => genres(),
  },
} satisfies Record<HomeRail, Rail<unknown>>;

/** What each rail loads. */
export type RailData = {
  readonly [Id in HomeRail]: Awaited<ReturnType<(typeof RAILS)[Id]["load"]>>;
};

async function loadFirstSteps(ask: UserRequest): Promise<FirstSteps | null> {
  const { services, user, viewer, parentalControl } = ask;
  const list = await ask.list();
  const { counts, hidden } = await list.countTabs({ parentalControl, hidePrivate: false });
  if (counts.all + hidden > 0) return null;
  return {
    canPlay: (await cachedPlayableTitles(services, viewer)).size > 0,
    canAddFolders: user.role === "owner",
  };
}

async function loadUpNext({ services, user, viewer, startable }: UserRequest) {
  const { parentalControl, skipsFiller } = viewer;
  const upNext = await listUpNext(services.db, user.id, { parentalControl, skipsFiller });
  return { ...upNext, canStartPlanned: (await startable()).length > 0 };
}

async function loadNewMatches({ searches }: UserRequest) {
  return (await searches())
    .filter(({ fresh }) => fresh > 0)
    .map(({ id, name, query, fresh }) => ({ id, name, path: searchPath(query), fresh }));
}

/** Titles that the user plans and can start, then suggestions; both change each day. */
async function loadOwnFeatured(
  { services, parentalControl, hidden, now, startable, suggestions }: UserRequest,
  everyones: () => Promise<Anime[]>,
): Promise<Anime[]> {
  const shown = (await startable()).filter((id) => hidden?.ids.has(id) !== true);
  const planned = await getAnimesById(services.db, pickForDay(shown, MAX_PLANNED, now), {
    parentalControl,
  });
  const suggested = (await suggestions()).suggestions.map(({ anime }) => anime);
  const own = [...planned.values(), ...pickForDay(suggested, FEATURED_COUNT - planned.size, now)];
  const others = (await everyones()).filter(({ mal_id }) =>
    own.every((title) => title.mal_id !== mal_id),
  );
  return [...own, ...others].slice(0, FEATURED_COUNT);
}

async function loadMissedSequels({ list, parentalControl }: UserRequest) {
  const { sequels } = await (
    await list()
  ).listMissedSequels({ parentalControl, limit: MAX_SEQUELS });
  return sequels.map(({ anime }) => anime);
}

async function loadSuggestions({ services, user, suggestions }: UserRequest) {
  const found = await suggestions();
  const waits =
    found.status === "waiting" &&
    (await runsByItself(services.db, "suggestions", { runsHere: services.config.jobs.enabled }));
  return { ...found, waits, scale: user.preferences.scoreScale };
}

/** Titles that air today, with local times. */
async function loadAiringToday({ services, parentalControl, hidden, zone, now }: CatalogRequest) {
  const titles = (await cachedAiring(services, parentalControl)).filter(
    ({ mal_id }) => hidden?.ids.has(mal_id) !== true,
  );
  const times = new Map(
    airingsToday(titles, zone.name, now).map(({ title, time }) => [title.mal_id, time]),
  );
  // Titles are in the order of their popularity.
  const shown = titles.filter(({ mal_id }) => times.has(mal_id)).slice(0, RAIL_LENGTH);
  return {
    titles: shown.map(toCardAnime),
    times: Object.fromEntries(shown.map(({ mal_id }) => [mal_id, times.get(mal_id) ?? ""])),
  };
}

async function loadGenreRails(ask: CatalogRequest): Promise<GenreTitles[]> {
  const names = (await ask.genres())
    .map(({ name }) => name)
    .filter((name) => !ask.parentalControl || !SUGGESTIVE_GENRES.has(normaliseName(name)));
  const candidates = names.slice(0, GENRE_CANDIDATES);
  return listBest(ask, pickForDay(candidates, GENRE_RAIL_COUNT, ask.now));
}

/** The user's favourite genres in place of everyone's, where they have titles. */
async function loadOwnGenreRails(
  ask: UserRequest,
  everyones: () => Promise<GenreTitles[]>,
): Promise<GenreTitles[]> {
  const { favorite_genres: favorites } = await getProfile(ask.services.db, ask.user.id);
  const names = pickForDay(favorites, GENRE_RAIL_COUNT, ask.now);
  const rows = await ask.cached(`favorites/${JSON.stringify(names)}`, () => listBest(ask, names));
  const filled = rows.filter(({ titles }) => titles.length > 0);
  return filled.length === 0 ? everyones() : filled;
}

/** Picks some candidates, evenly spread. The choice changes each UTC day. */
function pickForDay<Kind>(candidates: readonly Kind[], count: number, now: Date): Kind[] {
  const day = Math.floor(now.getTime() / DAY_MS);
  const stride = Math.max(1, Math.floor(candidates.length / count));
  return Array.from(
    { length: Math.min(count, candidates.length) },
    (_, index) => candidates[(day + index * stride) % candidates.length],
  ).filter((candidate) => candidate !== undefined);
}
