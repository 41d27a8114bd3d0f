import { Forbidden, NotFound } from "~/errors/app-error";
import type { Anime } from "~/features/catalog/anime";
import { getAnime } from "~/features/title/get-anime.server";
import { isShownToVisitors } from "~/http/viewer/request-control.server";
import { parseAnimeId } from "~/features/catalog/view/anime-path";
import {
  requestContext,
  servicesContext,
  visitorSettingsContext,
  mediaContext,
} from "~/http/context";
import type { Asker } from "~/concurrency/client-loads";
import { readAsker } from "~/http/request/read-asker";
import { titleImageResponse } from "~/http/response/title-image-response.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import type { PageHandle } from "~/frame/page-handle";
import { parseSizeSegment, sizeOf, SOCIAL_SEGMENT } from "~/artwork/cover-sizes";
import { findTitleImage, type RenderableImage } from "~/pages/parts/find-title-image.server";
import type { MediaServices } from "~/media/media-services.server";
import type { Route } from "./+types/title-image";

export const handle: PageHandle = { sendsFiles: true };

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  const media = context.get(mediaContext);
  return withErrorResponse(context, async () => {
    const find = findRenderer(media, params.kind, params.size);
    const id = parseAnimeId(params.id);
    if (find === null || id === null) throw new NotFound("image.notFound");
    const { parentalControl } = context.get(visitorSettingsContext);
    const anime = await getAnime(db, { id, parentalControl }).catch(toNotFound);
    return await titleImageResponse(request, {
      ...(await find(anime, readAsker(request, context.get(requestContext)))),
      isPublic: isShownToVisitors(context, anime),
    });
  });
}

/** An image cannot explain a 403. */
function toNotFound(error: unknown): never {
  throw error instanceof Forbidden ? new NotFound("image.notFound") : error;
}

function findRenderer(
  media: MediaServices,
  kind: string,
  segment: string,
): ((anime: Anime, asker: Asker) => Promise<RenderableImage>) | null {
  if (kind === "social")
    return segment === SOCIAL_SEGMENT
      ? (anime, asker) => findSocialImage(media, anime, asker)
      : null;
  if (kind !== "cover" && kind !== "banner" && kind !== "trailer") return null;
  const size = parseSizeSegment(kind, segment);
  return size === null
    ? null
    : (anime, asker) => findTitleImage(media, { anime, kind, size, asker });
}

async function findSocialImage(
  media: MediaServices,
  anime: Anime,
  asker: Asker,
): Promise<RenderableImage> {
  const [cover, banner] = await Promise.all([
    findTitleImage(media, { anime, kind: "cover", size: sizeOf("cover", 480), asker }),
    findTitleImage(media, { anime, kind: "banner", size: sizeOf("banner", 1600), asker }),
  ]);
  const key = `${cover.key}.${banner.key}`;
  const kind = [cover.kind, banner.kind].includes("stand-in") ? "stand-in" : cover.kind;
  const parts = async () => ({ cover: await cover.render(), banner: await banner.render() });
  return {
    kind,
    key,
    contentType: "image/jpeg",
    render: async () => (await media.socialImages.get(key, parts, asker.client)).body,
  };
}
