import type { Revealed } from "~/features/catalog/spoilers/reveal";
import type { AnimeCardData } from "~/features/catalog/view/cards/anime-card";
import type { SessionUser } from "~/features/accounts/sessions.server";
import { animeCard } from "~/features/catalog/view/cards/anime-card.server";
import type { FeaturedData } from "~/features/home/featured";
import { resumePosition } from "~/features/playback/progress/progress-rules";
import { listContinueCards } from "~/pages/parts/continue-cards.server";
import { scheduleDays } from "~/pages/parts/schedule-days.server";
import type { PageZone } from "~/pages/viewer/page-zone.server";
import type { EntrySummary } from "~/features/watch-list/get-entry-summaries.server";
import { listStartable } from "~/features/watch-list/pick-planned.server";
import { listUpNext } from "~/features/watch-list/up-next.server";
import { listSuggestions } from "~/features/suggestions/list-suggestions.server";
import { suggestionCards } from "~/pages/parts/suggestion-cards.server";
import { formatOwnScore } from "~/features/watch-list/view/format-entry";
import { cachedPlayableTitles } from "~/pages/parts/present-cards.server";
import { ownFeatured } from "./own-featured.server";
import { upNextCards } from "./up-next-cards.server";
import { cachedAiring } from "~/pages/parts/cached-catalog.server";
import { openCachedList } from "~/pages/parts/cached-list.server";
import { runsByItself } from "~/jobs/job-records.server";
import { getOwnEntries, showListStates } from "~/pages/parts/get-list-states.server";
import type { PageViewer } from "~/pages/viewer/page-viewer.server";
import type { SharedServices } from "~/services/shared-services";

const MAX_UP_NEXT = 24;
const MAX_CONTINUED = 20;
const MAX_SEQUELS = 12;
const MAX_SUGGESTIONS = 12;
const MAX_STARTABLE = 10;

interface HomeCards {
  seasonal: readonly AnimeCardData[];
  rated: readonly AnimeCardData[];
  popular: readonly AnimeCardData[];
  genreRails: readonly { cards: readonly AnimeCardData[] }[];
  featured: readonly FeaturedData[];
}

interface OwnRowsOptions {
  user: SessionUser;
  /** What the URL reveals in spite of the viewer's masks. */
  revealed: Revealed;
  zone: PageZone;
  now: Date;
  delayHours: number;
  home: HomeCards;
  airing: { cards: readonly AnimeCardData[] };
  newlyAdded: readonly AnimeCardData[];
  /** Ids of titles that the user hides on Home. */
  hidden: ReadonlySet<number>;
}

/** Reads the rows of Home that only the user has. */
export async function getOwnRows(
  services: SharedServices,
  viewer: PageViewer,
  { user, revealed, zone, now, delayHours, home, airing, newlyAdded, hidden }: OwnRowsOptions,
) {
  const { i18n, titleLanguage: language, parentalControl, masks, skipsFiller } = viewer;
  const { id: userId } = user;
  const allAiring = await cachedAiring(services, parentalControl);
  const opening = openCachedList(services, userId);
  const [played, upNext, missed, listed] = await Promise.all([
    listContinueCards(services.db, userId, { parentalControl, language, skipsFiller, masks }),
    listUpNext(services.db, userId, {
      parentalControl,
      skipsFiller,
      limit: MAX_UP_NEXT + MAX_CONTINUED,
    }),
    opening.then((list) => list.listMissedSequels({ parentalControl, limit: MAX_SEQUELS })),
    opening.then((list) => list.countTabs({ parentalControl, hidePrivate: false })),
  ]);
  // Afterwards, so that one page does not take all connections of the pool.
  const suggestions = await listSuggestions(services.db, userId, {
    parentalControl,
    limit: MAX_SUGGESTIONS,
  });
  const startable = await listStartable(services.db, userId, {
    parentalControl,
    limit: MAX_STARTABLE,
  });
  const featured = await ownFeatured(services.db, {
    startable,
    suggested: suggestions.suggestions.map(({ anime }) => anime),
    shared: home.featured,
    hidden,
    language,
    parentalControl,
    now,
  });
  const cards = [
    ...[home.seasonal, home.rated, home.popular, airing.cards, newlyAdded].flat(),
    ...home.genreRails.flatMap((rail) => rail.cards),
    ...played,
  ];
  const entries = await getOwnEntries(services.db, viewer, [
    ...cards.map(({ id }) => id),
    ...allAiring.map(({ mal_id }) => mal_id),
  ]);
  // A half-played title has one card.
  const underWay = new Set(upNext.titles.map(({ anime }) => anime.mal_id));
  const continueWatching = played.filter(
    ({ id, progress }) =>
      !isPutAside(entries.get(id)) && (resumePosition(progress) > 0 || !underWay.has(id)),
  );
  const continued = new Set(continueWatching.map(({ id }) => id));
  const [today] = scheduleDays(
    allAiring.filter(({ mal_id }) => isAwaited(entries.get(mal_id))),
    { zone: zone.name, language, now, i18n, delayHours },
  );
  const airingOnList = (today?.airings ?? []).map((broadcast) => ({
    ...broadcast,
    next: nextUnderWay(entries.get(broadcast.card.id)),
  }));
  const shown = new Set([...cards, ...airingOnList.map(({ card }) => card)].map(({ id }) => id));
  return {
    firstSteps:
      listed.counts.all + listed.hidden > 0
        ? null
        : {
            canPlay: (await cachedPlayableTitles(services, viewer)).size > 0,
            canAddFolders: user.role === "owner",
          },
    upNext: {
      cards: upNextCards(
        upNext.titles.filter(({ anime }) => !continued.has(anime.mal_id)).slice(0, MAX_UP_NEXT),
        { language, i18n, zone: zone.name, now, masks, revealed },
      ),
      total: upNext.total,
    },
    featured,
    canStartPlanned: startable.length > 0,
    // What users wait for comes first.
    newlyAdded: newlyAdded.toSorted(
      (one, other) => Number(entries.has(other.id)) - Number(entries.has(one.id)),
    ),
    continueWatching,
    airingOnList,
    missedSequels: missed.sequels.map(({ anime }) => animeCard(anime, language)),
    suggestionsWait:
      suggestions.status === "waiting" &&
      (await runsByItself(services.db, "suggestions", {
        runsHere: services.config.jobs.enabled,
      })),
    suggested: suggestionCards(suggestions, {
      i18n,
      language,
      formatScore: (score) => formatOwnScore(i18n, score, user.preferences.scoreScale),
    }),
    listStates: showListStates(viewer, new Map([...entries].filter(([id]) => shown.has(id)))),
  };
}

function isPutAside(entry: EntrySummary | undefined): boolean {
  return entry?.state === "paused" || entry?.state === "dropped";
}

export function isAwaited(entry: EntrySummary | undefined): boolean {
  return entry !== undefined && entry.state !== "completed" && entry.state !== "dropped";
}

export function nextUnderWay(entry: EntrySummary | undefined): number | null {
  return entry?.state === "watching" || entry?.state === "rewatching" ? entry.next : null;
}
