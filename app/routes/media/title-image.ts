import { Forbidden, NotFound } from "~/errors/app-error";
import type { Anime } from "~/features/catalog/anime";
import { getAnime } from "~/features/title/get-anime.server";
import { isMature } from "~/features/catalog/maturity";
import { parseAnimeId } from "~/features/catalog/view/anime-path";
import { requestContext, servicesContext, type Services } from "~/http/context";
import { titleImageResponse } from "~/http/response/title-image-response.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { visitorSettingsContext } from "~/http/pages/settings/visitor-settings";
import { parseSizeSegment, sizeOf, SOCIAL_SEGMENT } from "~/artwork/cover-sizes";
import { findTitleImage, type RenderableImage } from "./find-title-image.server";
import { surrogateKeyHeader, titleKeys } from "~/providers/cdn/surrogate-keys";
import type { Route } from "./+types/title-image";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return withErrorResponse(context, async () => {
    const find = findRenderer(services, params.kind, params.size);
    const id = parseAnimeId(params.id);
    if (find === null || id === null) throw new NotFound("image.notFound");
    const { parentalControl } = context.get(visitorSettingsContext);
    const anime = await getAnime(services.catalog.db, { id, parentalControl }).catch(toNotFound);
    return await titleImageResponse(request, {
      ...(await find(anime, context.get(requestContext).clientKey)),
      isPublic: !isMature(anime),
      keys: surrogateKeyHeader(services.config.cdn.keyHeader, titleKeys([id])),
    });
  });
}

/** An image cannot explain a 403. */
function toNotFound(error: unknown): never {
  throw error instanceof Forbidden ? new NotFound("image.notFound") : error;
}

function findRenderer(
  services: Services,
  kind: string,
  segment: string,
): ((anime: Anime, client: string) => Promise<RenderableImage>) | null {
  if (kind === "social")
    return segment === SOCIAL_SEGMENT
      ? (anime, client) => findSocialImage(services, anime, client)
      : null;
  if (kind !== "cover" && kind !== "banner") return null;
  const size = parseSizeSegment(kind, segment);
  return size === null
    ? null
    : (anime, client) => findTitleImage(services, { anime, kind, size, client });
}

async function findSocialImage(
  services: Services,
  anime: Anime,
  client: string,
): Promise<RenderableImage> {
  const [cover, banner] = await Promise.all([
    findTitleImage(services, { anime, kind: "cover", size: sizeOf("cover", 480), client }),
    findTitleImage(services, { anime, kind: "banner", size: sizeOf("banner", 1600), client }),
  ]);
  const key = `${cover.key}.${banner.key}`;
  const kind = [cover.kind, banner.kind].includes("stand-in") ? "stand-in" : cover.kind;
  const parts = async () => ({ cover: await cover.render(), banner: await banner.render() });
  return {
    kind,
    key,
    contentType: "image/jpeg",
    render: async () => (await services.socialImages.get(key, parts, client)).body,
  };
}
