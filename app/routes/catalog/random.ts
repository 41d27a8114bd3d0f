import { redirect, href } from "react-router";
import { NotFound } from "~/errors/app-error";
import { servicesContext } from "~/http/context";
import { hideOnPage } from "~/pages/parts/hide-on-page.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { parseListing } from "~/features/listing/parse-listing.server";
import type { Anime } from "~/features/catalog/anime";
import type { ListingQuery } from "~/features/listing/listing-query";
import { randomAnime } from "~/features/listing/random-anime.server";
import { animePath } from "~/features/catalog/view/anime-path";
import { STORY_TYPES } from "~/features/catalog/vocabulary";
import { RANDOM_NONE, RANDOM_PARAMETER, randomSearch } from "~/pages/parts/random-search";
import type { Route } from "./+types/random";
import { getPageViewer } from "~/http/viewer/get-page-viewer.server";
import { withQuery } from "~/ui/with-query";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = await getPageViewer(request, context);
  const { parentalControl } = viewer;
  return withPageErrors(context, async () => {
    const parameters = new URL(request.url).searchParams;
    const query = { ...parseListing(parameters), parentalControl };
    const { titles: hidden } = await hideOnPage(services, viewer, {
      surface: "random",
      given: query.hide,
    });
    const pick = (wanted: ListingQuery) => randomAnime(services, wanted, { hidden });
    // A small catalog may have no others.
    const anime = (await orNull(pick(unlessAsked(query)))) ?? (await orNull(pick(query)));
    const to =
      anime === null ? listingPath(parameters) : animePath(anime) + randomSearch(parameters);
    const cacheControl = hidden === null ? "no-store" : "private, no-store";
    return redirect(to, { headers: { "cache-control": cacheControl } });
  });
}

async function orNull(picked: Promise<Anime>): Promise<Anime | null> {
  return picked.catch((error: unknown) => {
    if (error instanceof NotFound) return null;
    throw error;
  });
}

/** The listing by the same filters, where they can be changed. */
function listingPath(parameters: URLSearchParams): string {
  const given = [...parameters].filter(([, value]) => value !== "");
  const query = new URLSearchParams([...given, [RANDOM_PARAMETER, RANDOM_NONE]]);
  return withQuery(href("/browse"), query);
}

/**
 * Leaves out music videos, promos and what too few users know to have a score, unless asked for.
 */
function unlessAsked(query: ListingQuery): ListingQuery {
  return query.types.length + query.excludedTypes.length > 0
    ? query
    : { ...query, types: STORY_TYPES, scoreMin: query.scoreMin ?? 0 };
}

export default function Random() {
  return null;
}
