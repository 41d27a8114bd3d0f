import { parseSizeSegment } from "~/artwork/cover-sizes";
import { Forbidden, NotFound } from "~/errors/app-error";
import { getEpisode } from "~/features/catalog/episodes/list-episodes.server";
import { isShownToVisitors } from "~/http/viewer/request-control.server";
import { parseAnimeId } from "~/features/catalog/view/anime-path";
import { getAnime } from "~/features/title/get-anime.server";
import {
  requestContext,
  servicesContext,
  visitorSettingsContext,
  mediaContext,
} from "~/http/context";
import { readAsker } from "~/http/request/read-asker";
import { titleImageResponse } from "~/http/response/title-image-response.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import type { PageHandle } from "~/frame/page-handle";
import { findStill } from "~/pages/parts/find-title-image.server";
import type { Route } from "./+types/episode-still";

export const handle: PageHandle = { sendsFiles: true };

/** Proxies the image, so that viewers contact no other server. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  return withErrorResponse(context, async () => {
    const size = parseSizeSegment("still", params.size);
    const id = parseAnimeId(params.id);
    if (size === null || id === null || !/^\d{1,6}$/.test(params.number))
      throw new NotFound("image.notFound");
    const { parentalControl } = context.get(visitorSettingsContext);
    const [anime, episode] = await Promise.all([
      getAnime(db, { id, parentalControl }),
      getEpisode(db, { animeId: id, number: Number(params.number), parentalControl }),
    ]).catch(toNotFound);
    return await titleImageResponse(request, {
      ...(await findStill(context.get(mediaContext), {
        anime,
        still: episode.image_url,
        size,
        asker: readAsker(request, context.get(requestContext)),
      })),
      isPublic: isShownToVisitors(context, anime),
    });
  });
}

/** An image cannot explain a 403. */
function toNotFound(error: unknown): never {
  throw error instanceof Forbidden ? new NotFound("image.notFound") : error;
}
