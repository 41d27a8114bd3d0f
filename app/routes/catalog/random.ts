import { redirect } from "react-router";
import { NotFound } from "~/errors/app-error";
import { servicesContext } from "~/http/context";
import { hideOnPage } from "~/pages/catalog/hide-on-page.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { visitorSettingsContext } from "~/pages/settings/visitor-settings";
import { parseListing } from "~/features/listing/parse-listing.server";
import type { ListingQuery } from "~/features/listing/listing-query";
import { randomAnime } from "~/features/listing/random-anime.server";
import { animePath } from "~/features/catalog/view/anime-path";
import { STORY_TYPES } from "~/features/catalog/vocabulary";
import { randomSearch } from "~/pages/title/random-search";
import type { Route } from "./+types/random";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { catalog } = context.get(servicesContext);
  const { parentalControl } = context.get(visitorSettingsContext);
  return withPageErrors(context, async () => {
    const parameters = new URL(request.url).searchParams;
    const query = { ...parseListing(parameters), parentalControl };
    const { titles: hidden } = await hideOnPage(request, context, "random", query.hide);
    const pick = (wanted: ListingQuery) => randomAnime(catalog, wanted, { hidden });
    const anime = await pick(unlessAsked(query)).catch((error: unknown) => {
      // A small catalog may have no others.
      if (error instanceof NotFound) return pick(query);
      throw error;
    });
    const cacheControl = hidden === null ? "no-store" : "private, no-store";
    return redirect(animePath(anime) + randomSearch(parameters), {
      headers: { "cache-control": cacheControl },
    });
  });
}

/** Without music videos, promos and what too few users know to have a score. */
function unlessAsked(query: ListingQuery): ListingQuery {
  return {
    ...query,
    types: query.types.length === 0 ? STORY_TYPES : query.types,
    scoreMin: query.types.length === 0 ? (query.scoreMin ?? 0) : query.scoreMin,
  };
}

export default function Random() {
  return null;
}
