import { NotFound } from "~/errors/app-error";
import { getAnime } from "~/features/catalog/get-anime.server";
import { coverSubject } from "~/features/catalog/view/anime-card.server";
import { scopeContext } from "~/http/context";
import { errorResponse, logError } from "~/http/error-response.server";
import { pictureResponse } from "~/http/picture-response.server";
import { readVisitorSettings } from "~/http/visitor-settings";
import { pictureKey } from "~/media/images/cover-store.server";
import { parseSizeSegment, type CoverKind } from "~/media/images/cover-sizes";
import type { Route } from "./+types/picture";

/** `/media/cover/:id/:size` and `/media/banner/:id/:size`: the picture of a title at one of the fixed sizes. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { services, requestId } = context.get(scopeContext);
  try {
    const kind = readKind(params.kind);
    const size = kind === null ? null : parseSizeSegment(kind, params.size);
    if (kind === null || size === null || !/^\d{1,9}$/.test(params.id)) throw new NotFound("There is no such picture.");
    const { parentalControl } = readVisitorSettings(request.headers.get("cookie"));
    const anime = await getAnime(services.db, { id: Number(params.id), parentalControl });
    const input = { kind, size, anime: coverSubject(anime) };
    return await pictureResponse(request, pictureKey(input), () => services.covers.picture(input));
  } catch (error) {
    logError(services.log, error, { requestId });
    return errorResponse(error);
  }
}

function readKind(text: string): CoverKind | null {
  return text === "cover" || text === "banner" ? text : null;
}
