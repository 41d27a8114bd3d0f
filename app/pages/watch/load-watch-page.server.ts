import { hasRole } from "~/features/accounts/roles/roles";
import { episodePlayback } from "~/features/playback/delivery/episode-playback.server";
import { watchPage } from "./watch-page.server";
import { listPlayableEpisodes } from "~/features/playback/sources/playable-episodes.server";
import { markEpisodes, presentCards } from "~/pages/parts/present-cards.server";
import { requestContext, servicesContext, type RouterContext, mediaContext } from "~/http/context";
import { getEpisodeViewer } from "~/pages/viewer/get-episode-viewer.server";
import { getMediaViewers, mayDownload } from "~/http/request/media-viewer.server";
import { getSession } from "~/http/session/get-session.server";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";

interface WatchedEpisode {
  animeId: number;
  number: number;
  range: number | null;
}

/** An episode with its sources, for the request's viewer. Throws as `watchPage` does. */
export async function loadWatchPage(
  request: Request,
  context: RouterContext,
  { animeId, number, range }: WatchedEpisode,
) {
  const services = context.get(servicesContext);
  const { db } = services;
  const { filePlayer, mediaSigner } = context.get(mediaContext);
  const session = await getSession(request, context);
  const viewers = await getMediaViewers(request, context);
  const viewer = await getPageViewer(request, context);
  const { i18n, titleLanguage, parentalControl, skipsFiller } = viewer;
  const episodeViewer = await getEpisodeViewer(db, viewer, {
    animeId,
    parameters: new URL(request.url).searchParams,
  });
  const isDownloadable = await mayDownload(request, context);
  const owner = session?.user.id ?? null;
  const page = await watchPage(db, {
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
        player: filePlayer,
        client: context.get(requestContext).clientKey,
        signer: mediaSigner,
        viewers,
        codecs: null,
        mayDownload: isDownloadable,
      }),
    range,
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
    addsSources: session !== null && hasRole(session.user.role, "owner"),
    storedPreferences: session?.user.preferences.site["player"] ?? null,
  };
}
