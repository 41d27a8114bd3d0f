import { redirect } from "react-router";
import { scopeContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { visitorContext } from "~/http/pages/settings/visitor-settings";
import { parseListing } from "~/features/catalog/listing/listing-filters";
import { randomAnime } from "~/features/catalog/listing/random-anime.server";
import { animePath } from "~/features/catalog/view/anime-path";
import type { Route } from "./+types/random";

/** Leads to a title by chance, among those that the listing's filters let through. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const scope = context.get(scopeContext);
  const { services } = scope;
  const { parentalControl } = context.get(visitorContext);
  return withPageErrors(scope, async () => {
    const anime = await randomAnime(services, {
      ...parseListing(new URL(request.url).searchParams),
      parentalControl,
    });
    return redirect(animePath(anime), { headers: { "cache-control": "no-store" } });
  });
}

export default function Random() {
  return null;
}
