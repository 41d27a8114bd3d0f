import { redirect } from "react-router";
import { servicesContext } from "~/http/context";
import { hideOnPage } from "~/http/pages/hide-on-page.server";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { visitorSettingsContext } from "~/http/pages/settings/visitor-settings";
import { parseListing } from "~/features/listing/parse-listing.server";
import { randomAnime } from "~/features/listing/random-anime.server";
import { animePath } from "~/features/catalog/view/anime-path";
import type { Route } from "./+types/random";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { catalog } = context.get(servicesContext);
  const { parentalControl } = context.get(visitorSettingsContext);
  return withPageErrors(context, async () => {
    const query = parseListing(new URL(request.url).searchParams);
    const { titles } = await hideOnPage(request, context, "random", query.hide);
    const anime = await randomAnime(catalog, { ...query, parentalControl }, { hidden: titles });
    const cacheControl = titles === null ? "no-store" : "private, no-store";
    return redirect(animePath(anime), { headers: { "cache-control": cacheControl } });
  });
}

export default function Random() {
  return null;
}
