import { Forbidden, NotFound } from "~/errors/app-error";
import { getAnime } from "~/features/catalog/get-anime.server";
import { isMature } from "~/features/catalog/maturity";
import { coverSubject } from "~/features/catalog/view/cards/anime-card.server";
import { readAnimeId } from "~/features/catalog/view/anime-path";
import { scopeContext } from "~/http/context";
import { errorResponse, logError } from "~/http/error-response.server";
import { pictureResponse } from "~/http/picture-response.server";
import { visitorContext } from "~/http/visitor-settings";
import { pictureKey } from "~/media/images/cover-store.server";
import { parseSizeSegment, type CoverKind } from "~/media/images/cover-sizes";
import type { Route } from "./+types/picture";

/** `/media/cover/:id/:size` and `/media/banner/:id/:size`: the picture of a title at one of the fixed sizes. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { services, requestId } = context.get(scopeContext);
  try {
    const kind = readKind(params.kind);
    const size = kind === null ? null : parseSizeSegment(kind, params.size);
    const id = readAnimeId(params.id);
    if (kind === null || size === null || id === null) throw new NotFound("There is no such picture.");
    const { parentalControl } = context.get(visitorContext);
    const anime = await getAnime(services.db, { id, parentalControl });
    const input = { kind, size, anime: coverSubject(anime) };
    return await pictureResponse(request, { key: pictureKey(input), forEverybody: !isMature(anime), draw: () => services.covers.picture(input) });
  } catch (error) {
    logError(services.log, error, { requestId });
    // What parental control hides is not there at all: an image has no words to explain itself.
    return errorResponse(error instanceof Forbidden ? new NotFound("There is no such picture.") : error);
  }
}

function readKind(text: string): CoverKind | null {
  return text === "cover" || text === "banner" ? text : null;
}
