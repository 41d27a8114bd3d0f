import { hasRole } from "~/features/accounts/roles/roles";
import { episodePlayback } from "~/features/playback/delivery/episode-playback.server";
import { watchPage } from "~/features/playback/view/watch-page.server";
import { hideScores } from "~/features/catalog/spoilers/hide-scores";
import { i18nContext, servicesContext, type RouterContext } from "~/http/context";
import { getEpisodeViewer } from "~/http/pages/get-episode-viewer.server";
import { visitorSettingsContext } from "~/http/pages/settings/visitor-settings";
import { getMediaViewers, mayDownload } from "~/http/request/media-viewer.server";
import { getSession } from "~/http/session/get-session.server";

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
  const { db, filePlayer, mediaSigner } = context.get(servicesContext);
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
        signer: mediaSigner,
        viewers,
        codecs: null,
        mayDownload: isDownloadable,
      }),
    range,
  });
  return {
    ...hideScores(viewer.hides, page),
    owner,
    addsSources: session !== null && hasRole(session.user.role, "owner"),
    storedPreferences: session?.user.preferences.site["player"] ?? null,
  };
}
