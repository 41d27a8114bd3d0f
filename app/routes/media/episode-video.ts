import { redirect } from "react-router";
import { NotFound } from "~/errors/app-error";
import { getEpisode } from "~/features/catalog/episodes/list-episodes.server";
import { requestControl } from "~/http/viewer/request-control.server";
import { episodePlayback } from "~/features/playback/delivery/episode-playback.server";
import { requestContext, servicesContext, mediaContext } from "~/http/context";
import { getMediaViewers } from "~/http/request/media-viewer.server";
import { mayUseProxies } from "~/http/request/proxy-access.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import type { PageHandle } from "~/frame/page-handle";
import type { Route } from "./+types/episode-video";

export const handle: PageHandle = { sendsFiles: true };

/**
 * Redirects to the first source, at a URL signed for the client. Public responses link here, since
 * they are the same for all clients.
 */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  return withErrorResponse(context, async () => {
    if (!/^[1-9]\d{0,8}$/.test(params.id) || !/^\d{1,6}$/.test(params.number))
      throw new NotFound("episode.notFound");
    const [animeId, number] = [Number(params.id), Number(params.number)];
    const { db } = context.get(servicesContext);
    const { filePlayer, mediaSigner } = context.get(mediaContext);
    const { searchParams } = new URL(request.url);
    const { parentalControl } = await requestControl(request, context, searchParams);
    await getEpisode(db, { animeId, number, parentalControl });
    const [source] = await episodePlayback(animeId, number, {
      db,
      player: filePlayer,
      client: context.get(requestContext).clientKey,
      signer: mediaSigner,
      viewers: await getMediaViewers(request, context),
      mayUseProxies: await mayUseProxies(request, context),
      codecs: null,
    });
    if (source === undefined) throw new NotFound("file.notFound");
    return redirect(source.url, { headers: { "cache-control": "private, no-store" } });
  });
}
