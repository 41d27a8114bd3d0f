import { hasRole } from "~/features/accounts/roles/roles";
import { episodePlayback } from "~/features/playback/delivery/episode-playback.server";
import { loadEpisodeSources } from "./load-episode-sources.server";
import { listPlayableEpisodes } from "~/features/playback/sources/playable-episodes.server";
import { markEpisodes, presentCards } from "~/pages/parts/present-cards.server";
import { getEpisodeViewer } from "~/pages/viewer/get-episode-viewer.server";
import type { MediaViewer } from "~/media/access/media-signer";
import type { MediaServices } from "~/media/media-services.server";
import type { PageViewer } from "~/pages/viewer/page-viewer";
import type { CatalogTools } from "~/services/shared-services";

/** What playing files takes besides the catalog. */
export type WatchServices = CatalogTools & Pick<MediaServices, "filePlayer" | "mediaSigner">;

interface WatchTarget {
  animeId: number;
  number: number;
}

/** What decides, besides the viewer, which files play and what the list of episodes shows. */
export interface WatchRequest {
  parameters: URLSearchParams;
  /** The viewers whose signed URLs the request may use. */
  viewers: MediaViewer[];
  clientKey: string;
  mayDownload: boolean;
  mayUseProxies: boolean;
}

/** An episode with its sources. Throws as `loadEpisodeSources` does. */
export async function loadWatch(
  services: WatchServices,
  viewer: PageViewer,
  { animeId, number }: WatchTarget,
  { parameters, viewers, clientKey, mayDownload, mayUseProxies }: WatchRequest,
) {
  const { db } = services;
  const { user, i18n, titleLanguage, parentalControl, skipsFiller } = viewer;
  const episodeViewer = await getEpisodeViewer(db, viewer, { animeId, parameters });
  const owner = user?.id ?? null;
  const page = await loadEpisodeSources(db, {
    animeId,
    number,
    parentalControl,
    language: titleLanguage,
    i18n,
    userId: owner,
    viewer: episodeViewer,
    skipsFiller,
    loadSources: () =>
      episodePlayback(animeId, number, {
        db,
        player: services.filePlayer,
        client: clientKey,
        signer: services.mediaSigner,
        viewers,
        codecs: null,
        mayDownload,
        mayUseProxies,
      }),
    range: readRange(parameters),
  });
  const marks = await markEpisodes(
    services,
    viewer,
    animeId,
    await listPlayableEpisodes(db, animeId),
  );
  return {
    ...(await presentCards(services, viewer, page)),
    episodes: page.episodes.map((episode) => ({ ...episode, plays: marks.get(episode.number) })),
    owner,
    startsRooms: user?.isChild !== true,
    addsSources: user !== null && hasRole(user.role, "owner"),
    storedPreferences: user?.preferences.site["player"] ?? null,
  };
}

/** Reads the range of the list of episodes; null for the one with the current episode. */
function readRange(parameters: URLSearchParams): number | null {
  const range = parameters.get("episodes");
  return range !== null && /^[1-9]\d{0,3}$/.test(range) ? Number(range) : null;
}
