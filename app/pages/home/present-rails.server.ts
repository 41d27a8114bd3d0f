import { viewsOf } from "~/caching/views-of";
import type { NameCount } from "~/features/catalog/anime";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import type { CardAnime } from "~/features/catalog/view/cards/anime-card.server";
import type { ListStates } from "~/features/catalog/view/cards/card-states";
import { createDistinctRails } from "~/features/home/distinct-rails";
import { toFeaturedData } from "~/features/home/featured-data.server";
import { isHomeRail, type HomeRail, type SearchRail } from "~/features/home/home-rails";
import { RAIL_LENGTH } from "~/features/listing/rail-titles.server";
import { genresByName } from "~/features/listing/view/genres-by-name";
import { searchPath } from "~/features/saved-search/search-path";
import type { SearchRailData } from "~/features/saved-search/view/search-rail";
import { airingsToday } from "~/features/schedule/week-schedule";
import { reasonTexts } from "~/features/suggestions/view/reason-text";
import { isAwaited, type EntrySummary } from "~/features/watch-list/get-entry-summaries.server";
import { formatOwnScore } from "~/features/watch-list/view/format-entry";
import { markOf } from "~/features/watch-list/broadcast-mark.server";
import { upNextCards } from "~/features/watch-list/view/up-next-cards.server";
import { errorText } from "~/i18n/error-text.server";
import type { I18n } from "~/i18n/i18n";
import { getOwnEntries, showListStates } from "~/pages/parts/get-list-states.server";
import { createCardPresenter } from "~/pages/parts/present-cards.server";
import { broadcastFacts } from "~/pages/parts/schedule-days.server";
import type { HomeRequest } from "./home-request.server";
import type { LoadedOf, LoadedRail, SearchTitles } from "./load-rails.server";
import type { RailData } from "./rails.server";

const HOUR_MS = 3_600_000;

// What everyone is shown is in a cache, so most of it was worded for an earlier request.
const featuredOf = viewsOf(toFeaturedData, (language) => language);
const genresOf = viewsOf(
  (genres: readonly NameCount[], i18n: I18n) => genresByName(i18n, genres),
  ({ locale }) => locale,
);

/** What makes views of titles, for one viewer. */
interface Presenter extends HomeRequest {
  /** The user's entries of all loaded titles, by id. */
  entries: ReadonlyMap<number, EntrySummary>;
  /** Whether Home begins with the first steps, which titles to feature would outshine. */
  showsFirstSteps: boolean;
  /** A card without what the viewer masks, and with what plays here. */
  card: (title: CardAnime) => AnimeCardData;
  /** Ids of titles whose entries are shown. */
  listed: Set<number>;
  /** Cards that show the user's entries. */
  listedCards: (titles: readonly CardAnime[]) => AnimeCardData[];
  /** Leaves out what two rails have shown before. */
  distinct: (titles: readonly CardAnime[]) => CardAnime[];
}

/** How each rail becomes what its view shows. They are called in the layout's order. */
const PRESENT = {
  getStarted: (steps) => steps,
  upNext: presentUpNext,
  airingOnList: presentAiringOnList,
  newMatches: (searches) => searches,
  featured: (titles, { viewer, showsFirstSteps }) =>
    showsFirstSteps
      ? []
      : titles.map((title) => {
          const featured = featuredOf(title, viewer.titleLanguage);
          return viewer.masks.scores ? { ...featured, score: null } : featured;
        }),
  missedSequels: (titles, { card }) => titles.map(card),
  suggestions: presentSuggestions,
  // What users wait for comes first.
  newlyAdded: ({ titles, colors }, { listedCards, entries }) =>
    listedCards(titles)
      .map((card) => ({ ...card, color: colors.get(card.id) ?? card.color }))
      .toSorted((one, other) => Number(entries.has(other.id)) - Number(entries.has(one.id))),
  season: ({ season, isThisSeason, titles }, { listedCards, distinct }) => ({
    season,
    isThisSeason,
    cards: listedCards(distinct(titles)),
  }),
  airingToday: ({ titles, times }, { listedCards, catalog }) => ({
    cards: listedCards(titles),
    times,
    isStationTime: catalog.zone.origin === "station",
  }),
  topRated: (titles, { listedCards, distinct }) => listedCards(distinct(titles)),
  popular: (titles, { listedCards, distinct }) => listedCards(distinct(titles)),
  genreRails: (rows, { listedCards, distinct }) =>
    rows.map(({ name, titles }) => ({ name, cards: listedCards(distinct(titles)) })),
  genreIndex: (genres, { viewer }) => genresOf(genres, viewer.i18n),
} satisfies { [Id in HomeRail]: (data: RailData[Id], presenter: Presenter) => unknown };

/** What the view of each rail takes. */
export type RailViewData = { readonly [Id in HomeRail]: ReturnType<(typeof PRESENT)[Id]> };

const TABLE: {
  readonly [Id in HomeRail]: (data: RailData[Id], presenter: Presenter) => RailViewData[Id];
} = PRESENT;

/** A rail as its view shows it; null for a visitor's rail of a user. */
export type RailOf<Id extends HomeRail> = {
  readonly [Each in Id]: { readonly id: Each; readonly data: RailViewData[Each] | null };
}[Id];
export type ShownRail =
  | RailOf<HomeRail>
  | { readonly id: SearchRail; readonly data: SearchRailData | null };

/** Makes cards and words of all rails, with one look at the user's entries. */
export async function presentRails(
  ask: HomeRequest,
  rails: readonly LoadedRail[],
): Promise<{ rails: ShownRail[]; listStates: ListStates }> {
  const { services, viewer } = ask;
  const entries = await getOwnEntries(services.db, viewer, rails.flatMap(idsOf));
  const listed = new Set<number>();
  const card = await createCardPresenter(services, viewer);
  const facts = rails.flatMap((rail) =>
    (rail.id === "newlyAdded" || rail.id === "airingToday") && rail.data !== null
      ? [rail.data.titles]
      : [],
  );
  const presenter: Presenter = {
    ...ask,
    entries,
    listed,
    showsFirstSteps: rails.some(({ id, data }) => id === "getStarted" && data !== null),
    card,
    listedCards(titles) {
      for (const id of toIds(titles)) listed.add(id);
      return titles.map(card);
    },
    distinct: createDistinctRails(facts, RAIL_LENGTH),
  };
  return {
    rails: rails.map((rail) => presentRail(rail, presenter)),
    listStates: showListStates(viewer, new Map([...entries].filter(([id]) => listed.has(id)))),
  };
}

const toIds = (titles: readonly CardAnime[]) => titles.map(({ mal_id }) => mal_id);

/** The titles of a rail whose entries matter, by which some rails choose and sort. */
function idsOf(rail: LoadedRail): number[] {
  if (rail.data === null) return [];
  switch (rail.id) {
    case "airingOnList":
    case "newlyAdded":
    case "season":
    case "airingToday":
      return toIds(rail.data.titles);
    case "topRated":
    case "popular":
      return toIds(rail.data);
    case "genreRails":
      return rail.data.flatMap(({ titles }) => toIds(titles));
    default:
      // Other rails show no marks of a list.
      return [];
  }
}

function presentRail(rail: LoadedRail, presenter: Presenter): ShownRail {
  return isOfHome(rail)
    ? presentHomeRail(rail, presenter)
    : { id: rail.id, data: rail.data && presentSearch(rail.data, presenter) };
}

function isOfHome(rail: LoadedRail): rail is LoadedOf<HomeRail> {
  return isHomeRail(rail.id);
}

function presentHomeRail<Id extends HomeRail>(
  { id, data }: LoadedOf<Id>,
  presenter: Presenter,
): RailOf<Id> {
  return { id, data: data === null ? null : TABLE[id](data, presenter) };
}

function presentSearch(
  { search: { id, name, query, fresh }, titles, issues }: SearchTitles,
  { card, viewer: { i18n } }: Presenter,
): SearchRailData {
  const problem = issues?.map(({ message }) => errorText(message, i18n.locale)).join(" ") ?? null;
  return { id, name, fresh, path: searchPath(query), problem, cards: titles.map(card) };
}

function presentUpNext(
  { titles, total, canStartPlanned }: RailData["upNext"],
  { viewer, catalog: { zone, now }, revealed }: Presenter,
) {
  const { i18n, titleLanguage: language, masks } = viewer;
  const words = { language, i18n, zone: zone.name, now, masks, revealed };
  return { cards: upNextCards(titles, words), total, canStartPlanned };
}

function presentAiringOnList(
  { titles, delayHours }: RailData["airingOnList"],
  { entries, listedCards, catalog: { zone, now } }: Presenter,
) {
  const awaited = titles.filter(({ mal_id }) => isAwaited(entries.get(mal_id)));
  return airingsToday(awaited, zone.name, now, delayHours * HOUR_MS).flatMap((airing) =>
    listedCards([airing.title]).map((card) => {
      const facts = broadcastFacts(airing, delayHours);
      const entry = entries.get(card.id);
      const mark =
        entry === undefined ? null : markOf(entry, { at: airing.at, episode: facts.episode, now });
      return { card, ...facts, next: mark === "seen" ? null : mark };
    }),
  );
}

function presentSuggestions(
  { suggestions, named, people, waits, scale }: RailData["suggestions"],
  { card, viewer: { i18n, titleLanguage: language } }: Presenter,
) {
  const reasons = reasonTexts(suggestions, {
    ...{ i18n, language, named, people },
    formatScore: (score) => formatOwnScore(i18n, score, scale),
  });
  return {
    cards: suggestions.map(({ anime }, index) => ({
      card: card(anime),
      reason: reasons[index] ?? "",
    })),
    waits,
  };
}
