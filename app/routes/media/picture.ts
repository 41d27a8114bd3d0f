import { Forbidden, NotFound } from "~/errors/app-error";
import type { Anime } from "~/features/catalog/anime";
import { getAnime } from "~/features/catalog/get-anime.server";
import { isMature } from "~/features/catalog/maturity";
import { pictureSource } from "~/features/catalog/pictures/picture-source";
import { coverSubject } from "~/features/catalog/view/cards/anime-card.server";
import { readAnimeId } from "~/features/catalog/view/anime-path";
import { scopeContext, type Services } from "~/http/context";
import { pictureResponse, type PictureNature } from "~/http/response/picture-response.server";
import { resourceAnswer } from "~/http/response/resource-answer.server";
import { visitorContext } from "~/http/pages/settings/visitor-settings";
import { pictureKey } from "~/media/images/cover-store.server";
import {
  parseSizeSegment,
  sizeOf,
  SOCIAL_SEGMENT,
  type CoverKind,
  type PixelSize,
} from "~/media/images/cover-sizes";
import type { Route } from "./+types/picture";

/** `/media/cover/:id/:size`, `/media/banner/:id/:size` and `/media/social/:id/1200.jpg`: the pictures of a title, at fixed sizes. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  return resourceAnswer(scope, async () => {
    const find = pictureAt(scope.services, params.kind, params.size);
    const id = readAnimeId(params.id);
    if (find === null || id === null) throw new NotFound("There is no such picture.");
    const { parentalControl } = context.get(visitorContext);
    const anime = await getAnime(scope.services.db, { id, parentalControl }).catch(
      asThoughItWereNotThere,
    );
    return await pictureResponse(request, {
      ...(await find(anime)),
      forEverybody: !isMature(anime),
    });
  });
}

/** What parental control hides is not there at all: an image has no words to explain itself. */
function asThoughItWereNotThere(error: unknown): never {
  throw error instanceof Forbidden ? new NotFound("There is no such picture.") : error;
}

interface FoundPicture {
  nature: PictureNature;
  key: string;
  contentType?: "image/jpeg";
  draw: () => Promise<Uint8Array>;
}

/** How to find the picture of that kind and size for a title, or null when there is no such kind or size. */
function pictureAt(
  services: Services,
  kind: string,
  segment: string,
): ((anime: Anime) => Promise<FoundPicture>) | null {
  if (kind === "social")
    return segment === SOCIAL_SEGMENT ? (anime) => socialPictureOf(services, anime) : null;
  if (kind !== "cover" && kind !== "banner") return null;
  const size = parseSizeSegment(kind, segment);
  return size === null ? null : (anime) => pictureOf(services, anime, kind, size);
}

async function pictureOf(
  services: Services,
  anime: Anime,
  kind: CoverKind,
  size: PixelSize,
): Promise<FoundPicture> {
  const source = pictureSource(anime, kind);
  const own =
    source === null
      ? null
      : await services.titlePictures.find({ kind, malId: anime.mal_id, size, source });
  if (own !== null)
    return {
      nature: "own",
      key: own.etag.replaceAll('"', ""),
      draw: () => Promise.resolve(own.body),
    };
  const input = { kind, size, anime: coverSubject(anime) };
  return {
    nature: source === null ? "artwork" : "stand-in",
    key: pictureKey(input),
    draw: () => services.covers.picture(input),
  };
}

async function socialPictureOf(services: Services, anime: Anime): Promise<FoundPicture> {
  const [cover, banner] = await Promise.all([
    pictureOf(services, anime, "cover", sizeOf("cover", 480)),
    pictureOf(services, anime, "banner", sizeOf("banner", 1600)),
  ]);
  const key = `${cover.key}.${banner.key}`;
  const nature = [cover.nature, banner.nature].includes("stand-in") ? "stand-in" : cover.nature;
  const parts = async () => ({ cover: await cover.draw(), banner: await banner.draw() });
  return {
    nature,
    key,
    contentType: "image/jpeg",
    draw: async () => (await services.socialPictures.picture(key, parts)).body,
  };
}
