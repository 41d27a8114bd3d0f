import { NotFound } from "~/errors/app-error";
import { watchPath } from "~/features/catalog/view/anime-path";
import { getCollectionType } from "~/features/watch-list/get-collection-type.server";
import { servicesContext, type RouterContext } from "~/http/context";
import { withMergedRedirect } from "~/http/pages/merged-redirect.server";
import { getSession } from "~/http/session/get-session.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { loadRelatedTitles } from "./related-titles.server";
import { loadWatchPage } from "./load-watch-page.server";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";

interface EpisodeParams {
  id: string;
  number: string;
}

/** Reads an episode's page. Redirects to the title that another was merged into. */
export async function loadEpisodePage(
  request: Request,
  context: RouterContext,
  params: EpisodeParams,
) {
  const session = await getSession(request, context);

  return withPageErrors(context, async () => {
    const { id, number } = readParams(params);
    const services = context.get(servicesContext);
    const { db } = services;
    const viewer = await getPageViewer(request, context);
    const [page, listType] = await Promise.all([
      withMergedRedirect(
        db,
        id,
        (into) => watchPath(into, number),
        () =>
          loadWatchPage(request, context, {
            animeId: id,
            number,
            range: readEpisodeRange(request),
          }),
      ),
      session === null ? null : getCollectionType(db, session.user.id, id),
    ]);
    return { ...page, listType, ...(await loadRelatedTitles(services, viewer, id)) };
  });
}

/** Reads the range of the list of episodes; null for the one with the current episode. */
export function readEpisodeRange(request: Request): number | null {
  const range = new URL(request.url).searchParams.get("episodes");
  return range !== null && /^[1-9]\d{0,3}$/.test(range) ? Number(range) : null;
}

/** What the page shows. */
export type EpisodePageData = Awaited<ReturnType<typeof loadEpisodePage>>;

function readParams({ id, number }: { id: string; number: string }): {
  id: number;
  number: number;
} {
  const [anime, episode] = [Number(id), Number(number)];
  if (/^[1-9]\d{0,9}$/.test(id) && /^\d{1,6}$/.test(number) && anime <= 2_147_483_647)
    return { id: anime, number: episode };
  throw new NotFound("episode.notFound");
}
