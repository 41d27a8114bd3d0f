import { NotFound } from "~/errors/app-error";
import { getMergedInto } from "~/features/catalog/merged-titles.server";
import { parseAnimeId } from "~/features/catalog/view/anime-path";
import { servicesContext, type RouterContext } from "~/http/context";
import { requestControl } from "~/http/viewer/request-control.server";

/** Parameters that hold a title's id. */
const ID_PARAMETERS = ["id", "mal_id", "animeId"] as const;

/** A read of a merged title by the API leads to the title that has taken its place. */
export async function redirectMergedRead(
  error: unknown,
  request: Request,
  context: RouterContext,
): Promise<Response> {
  if (!(error instanceof NotFound) || !/^(?:GET|HEAD)$/.test(request.method)) throw error;
  const url = new URL(request.url);
  for (const name of ID_PARAMETERS) {
    const id = parseAnimeId(url.searchParams.get(name) ?? "");
    if (id === null) continue;
    const control = await requestControl(request, context, url.searchParams);
    const into = await getMergedInto(context.get(servicesContext).db, id, control);
    if (into === null) continue;
    url.searchParams.set(name, String(into));
    return new Response(null, {
      status: 308,
      headers: { location: url.pathname + url.search, "cache-control": "no-store" },
    });
  }
  throw error;
}
