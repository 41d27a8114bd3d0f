import { hasRole } from "~/features/accounts/roles/roles";
import { episodePlayback } from "~/features/playback/delivery/episode-playback.server";
import { watchPage } from "./watch-page.server";
import { listPlayableEpisodes } from "~/features/playback/sources/playable-episodes.server";
import { markEpisodes, presentCards } from "~/pages/parts/present-cards.server";
import { i18nContext, requestContext, servicesContext, type RouterContext } from "~/http/context";
import { getEpisodeViewer } from "~/pages/viewer/get-episode-viewer.server";
import { visitorSettingsContext } from "~/pages/viewer/visitor-settings";
import { getMediaViewers, mayDownload } from "~/http/request/media-viewer.server";
import { getSession } from "~/http/session/get-session.server";
import { mediaContext } from "~/services/contexts";

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
  const { titleLanguage, parentalControl, skipsFiller } = context.get(visitorSettingsContext);
  const { db } = context.get(servicesContext);
  const { filePlayer, mediaSigner } = context.get(mediaContext);
  const session = await getSession(request, context);
  const viewers = await getMediaViewers(request, context);
  const viewer = await getEpisodeViewer(request, context, animeId);
  const isDownloadable = await mayDownload(request, context);
  const owner = session?.user.id ?? null;
  const page = await watchPage(db, {
    animeId,
    number,
    parentalControl,
    language: titleLanguage,
    i18n: context.get(i18nContext),
    userId: owner,
    viewer,
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
    request,
    context,
    animeId,
    await listPlayableEpisodes(db, animeId),
  );
  return {
    ...(await presentCards(request, context, page, viewer.masks)),
    episodes: page.episodes.map((episode) => ({ ...episode, plays: marks.get(episode.number) })),
    owner,
    addsSources: session !== null && hasRole(session.user.role, "owner"),
    storedPreferences: session?.user.preferences.site["player"] ?? null,
  };
}
