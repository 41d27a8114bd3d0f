import { redirect } from "react-router";
import { servicesContext } from "~/http/context";
import { withPageErrors } from "~/http/pages/page-errors.server";
import { visitorSettingsContext } from "~/http/pages/settings/visitor-settings";
import { parseListing } from "~/features/listing/parse-listing.server";
import { randomAnime } from "~/features/listing/random-anime.server";
import { animePath } from "~/features/catalog/view/anime-path";
import type { Route } from "./+types/random";

export async function loader({ request, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const { parentalControl } = context.get(visitorSettingsContext);
  return withPageErrors(context, async () => {
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
