import type { ParentalControl } from "~/features/catalog/parental-control";
import { markEpisodes, presentCards } from "~/pages/parts/present-cards.server";
import type { CatalogTools } from "~/services/shared-services";
import { cachedTerms } from "~/pages/parts/cached-terms.server";
import type { TitleLanguage } from "~/features/catalog/title-language";
import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import type { I18n } from "~/i18n/i18n";
import { getTitleCredits } from "~/features/credits/get-title-credits.server";
import { creditsPath } from "~/features/credits/view/credit-path";
import { toCastRows, toKeyStaffRoles } from "~/features/credits/view/credit-rows.server";
import { listEpisodes } from "~/features/catalog/episodes/list-episodes.server";
import { getEpisodeSpan } from "~/features/catalog/episodes/watch-history.server";
import { guardEpisode } from "~/features/catalog/spoilers/guard-episodes";
import {
  REVEAL_SCORES,
  REVEAL_SEQUELS,
  REVEAL_TAGS,
  parseRevealed,
} from "~/features/catalog/spoilers/reveal";
import { getCoverPreview } from "~/features/catalog/images/cover-previews.server";
import { getFranchisePlace } from "~/features/franchise/get-franchise.server";
import { getTitleExtras } from "~/features/title/get-title-extras.server";
import { listTitleLinks } from "~/features/title/list-links.server";
import { listRelated } from "~/features/title/list-related.server";
import { findSimilar } from "~/features/discovery/find-similar.server";
import { toDescribedEpisode, unfoldedFrom } from "~/features/title/episode-list-items.server";
import { animeLinkedData, presentTitle, similarCards } from "./present-title.server";
import { animePath } from "~/features/catalog/view/anime-path";
import { EPISODES_PER_PAGE } from "~/features/title/view/episode-range";
import { listTitleChildren } from "~/features/accounts/household/list-child-titles.server";
import { CHILDREN_PARAMETER, type ChosenTitle } from "~/features/accounts/view/title-children";
import { getProgressByEpisode } from "~/features/playback/progress/list-progress.server";
import { listPlayableEpisodes } from "~/features/playback/sources/playable-episodes.server";
import type { WatchListEntry } from "~/features/watch-list/entry";
import { getEntry } from "~/features/watch-list/list-entries.server";
import { presentWishes } from "~/features/wishes/present-wishes";
import { readTitleWishes } from "~/features/wishes/wishes.server";
import { isFavoriteTitle } from "~/features/profile/favorite-titles.server";
import { EDIT_PARAMETER } from "~/features/watch-list/view/entry-editor-path";
import { RANDOM_PARAMETER } from "~/pages/parts/random-search";
import { toOwnEntry } from "./own-entry.server";
import { getEpisodeViewer } from "~/pages/viewer/get-episode-viewer.server";
import { relatedCards, withoutSequels } from "~/pages/parts/related-cards.server";
import { getOwnEntries, showListStates } from "~/pages/parts/get-list-states.server";
import { hideOnPage, readHide } from "~/pages/parts/hide-on-page.server";
import { socialImageUrl } from "~/artwork/cover-sizes";
import { cacheKind } from "~/caching/kind-caches";
import type { PageViewer } from "~/pages/viewer/page-viewer";
import type { AnimeDetails } from "~/features/catalog/anime";

const SIMILAR = cacheKind<ReturnType<typeof similarCards>>("similar");

const OWN_SIMILAR = cacheKind<ReturnType<typeof similarCards>>("own-similar");

const MAX_SIMILAR = 12;

const MAX_CAST = 12;

const MAX_PEOPLE_PER_ROLE = 4;

interface TitleRequest {
  parameters: URLSearchParams;
  origin: string;
  chosen: ChosenTitle | null;
}

/** Reads what the page of a title shows. */
export async function loadTitle(
  services: CatalogTools,
  viewer: PageViewer,
  anime: AnimeDetails,
  { parameters, origin, chosen }: TitleRequest,
) {
  const { user, i18n, titleLanguage, parentalControl, skipsFiller } = viewer;
  const reader = { language: titleLanguage, i18n };
  const id = anime.mal_id;
  const canonical = origin + animePath(anime);
  const userId = user?.id ?? null;
  const voices = parameters.get("voices");
  const hide = await hideOnPage(services, viewer, {
    surface: "similar",
    given: readHide(parameters),
  });
  const listEpisodesOf = (page: number) =>
    listEpisodes(services.db, { animeId: id, parentalControl, page, perPage: EPISODES_PER_PAGE });
  // In three steps, so that one page does not take all connections of the pool.
  const [episodeViewer, preview, progress, playableEpisodes, span, entry] = await Promise.all([
    getEpisodeViewer(services.db, viewer, { animeId: id, parameters }),
    getCoverPreview(services.db, id),
    userId === null ? {} : getProgressByEpisode(services.db, userId, id),
    listPlayableEpisodes(services.db, id),
    getEpisodeSpan(services.db, id, { skipsFiller }),
    userId === null ? null : getEntry(services.db, userId, id, { parentalControl }),
  ]);
  const [related, franchise, links, extras, wishes, isFavorite] = await Promise.all([
    listRelated(services.db, { id, parentalControl }),
    getFranchisePlace(services.db, { id, parentalControl }),
    listTitleLinks(services.db, id),
    getTitleExtras(services.db, id, {
      showsSpoilers: parseRevealed(parameters).has(REVEAL_TAGS),
    }),
    userId === null ? [] : readTitleWishes(services.db, id, userId),
    userId !== null && isFavoriteTitle(services.db, userId, id),
  ]);
  const [episodes, similar, credits, children] = await Promise.all([
    pageOfEpisodes(parameters.get("episodes"), entry, listEpisodesOf),
    listSimilar(services, { id, parentalControl, hidden: hide.titles, ...reader }),
    getTitleCredits(services.db, { id, language: voices, limit: MAX_CAST, keyStaff: true }),
    readChildren(services, viewer, id, { parameters, chosen }),
  ]);
  const marks = await markEpisodes(services, viewer, id, playableEpisodes);
  // Own files may be for members only.
  const playsHere = playableEpisodes.length > 0;
  const mayPlay = marks.size > 0 || viewer.mayOpenFiles;
  const image = origin + socialImageUrl(id);
  const masks = { scores: viewer.masks.scores && !episodeViewer.revealed.has(REVEAL_SCORES) };
  const entries = await getOwnEntries(services.db, viewer, [
    id,
    ...related.map(({ anime: { mal_id } }) => mal_id),
    ...similar.map(({ card }) => card.id),
  ]);
  const hidesSequels =
    viewer.masks.episodeTitles &&
    entry?.state !== "completed" &&
    !episodeViewer.revealed.has(REVEAL_SEQUELS);
  const safe = hidesSequels ? withoutSequels(related, entries) : related;
  const own = toOwnEntry(user, anime, { entry, summary: entries.get(id), isFavorite });
  const data = {
    anime: {
      ...presentTitle(anime, { ...reader, now: new Date() }),
      placeholder: null,
      ...preview,
    },
    isScoreMasked: masks.scores && anime.score !== null,
    own,
    random: parameters.get(RANDOM_PARAMETER),
    children,
    editing: user !== null && parameters.has(EDIT_PARAMETER),
    related: relatedCards(safe, reader),
    maskedSequels: related.length - safe.length,
    franchise,
    links,
    extras,
    similar,
    toggle: hide.toggle,
    credits:
      credits.charactersTotal + credits.staffTotal + credits.songs.length === 0
        ? null
        : {
            path: creditsPath(anime),
            cast: toCastRows(credits.characters, titleLanguage),
            castTotal: credits.charactersTotal,
            languages: credits.languages,
            language: credits.language,
            staff: toKeyStaffRoles(credits.staff, titleLanguage, MAX_PEOPLE_PER_ROLE),
            staffTotal: credits.staffTotal,
            songs: credits.songs,
          },
    parts: partsOf(i18n, {
      episodes: episodes.total,
      cast: credits.charactersTotal,
      related: related.length,
    }),
    listStates: showListStates(viewer, entries),
    episodes: episodes.items.map((episode) => ({
      ...toDescribedEpisode(guardEpisode(episode, episodeViewer), anime.duration),
      plays: marks.get(episode.episode_id),
    })),
    episodesTotal: episodes.total,
    unfoldedFrom: unfoldedFrom(
      episodes.items.map(({ episode_id: number }) => ({ number })),
      own?.next ?? null,
    ),
    userId,
    progress,
    playable: mayPlay ? playableEpisodes.map(({ number }) => number) : [],
    span,
    wishes: presentWishes(i18n, wishes, { plays: playsHere }),
    playsForMembers: !mayPlay && playsHere,
    episodesPage: episodes.page,
    canonical,
    image,
    linkedData: animeLinkedData(masks.scores ? { ...anime, score: null } : anime, {
      url: canonical,
      image,
    }),
  };
  return presentCards(services, viewer, data, masks);
}

/** What the page shows. */
export type TitlePageData = Awaited<ReturnType<typeof loadTitle>>;

/** Reads what is decided about a title for the user's children; null for who manages no child. */
async function readChildren(
  { db }: Pick<CatalogTools, "db">,
  { user }: PageViewer,
  id: number,
  { parameters, chosen }: Pick<TitleRequest, "parameters" | "chosen">,
) {
  if (user === null || user.askedTitles === null) return null;
  const isOpen = parameters.has(CHILDREN_PARAMETER);
  return { ...(await listTitleChildren(db, user.id, id)), isOpen, chosen };
}

/** The parts of the page that a bar leads to, in their order; none where there is one alone. */
function partsOf({ t }: I18n, counts: Record<"episodes" | "cast" | "related", number>) {
  const parts = [
    { id: "episodes", name: t("fact.episodes"), count: counts.episodes },
    { id: "cast", name: t("title.cast"), count: counts.cast },
    { id: "related", name: t("title.belongsWith"), count: counts.related },
  ].filter(({ count }) => count > 0);
  const about = { id: "about", name: t("title.about") };
  return parts.length === 0 ? [] : [about, ...parts.map(({ id, name }) => ({ id, name }))];
}

interface SimilarOptions {
  id: number;
  parentalControl: ParentalControl;
  hidden: HiddenTitles | null;
  language: TitleLanguage;
  i18n: I18n;
}

/** Caches until the catalog changes; all who hide nothing share a copy. */
function listSimilar(
  services: CatalogTools,
  { id, parentalControl, hidden, ...reader }: SimilarOptions,
) {
  return services.caches.get(
    hidden === null ? SIMILAR : OWN_SIMILAR,
    `${String(parentalControl)}/${id}/${reader.language}/${reader.i18n.locale}/${hidden?.key ?? ""}`,
    async () => {
      const terms = await cachedTerms(services);
      const options = { id, hidden, parentalControl, limit: MAX_SIMILAR, terms };
      return similarCards(await findSimilar(services.db, options), reader);
    },
  );
}

/**
 * Lists the page that the URL names, else the one with the last watched episode of a title that is
 * being watched.
 */
async function pageOfEpisodes<Listed extends { items: readonly unknown[] }>(
  requested: string | null,
  entry: WatchListEntry | null,
  list: (page: number) => Promise<Listed>,
): Promise<Listed & { page: number }> {
  const read = async (page: number) => ({ ...(await list(page)), page });
  if (requested !== null) return read(/^[1-9]\d{0,3}$/.test(requested) ? Number(requested) : 1);
  const seen = entry === null || entry.state === "completed" ? 0 : entry.episodes_seen;
  const page = Math.max(1, Math.ceil(seen / EPISODES_PER_PAGE));
  const listed = await read(page);
  // A user may have tracked more episodes than the catalog lists.
  return page > 1 && listed.items.length === 0 ? read(1) : listed;
}
