import { generatedCover } from "~/artwork/generated-cover";
import { sizeOf } from "~/artwork/cover-sizes";
import { getProfile } from "~/features/profile/get-profile.server";
import { getPublicProfile } from "~/features/profile/public-profile.server";
import { servicesContext } from "~/http/context";
import { matchesEtag, strongEtag } from "~/http/response/cache/conditional-request.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { getSession } from "~/http/session/get-session.server";
import type { Route } from "./+types/profile-banner";

const SIZE = sizeOf("banner", 1080);

/** The artwork of a profile without a banner, from its favourite genres. 404 for private ones. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext);
  return withErrorResponse(context, async () => {
    const session = await getSession(request, context);
    const genres =
      session?.user.id === params.id
        ? (await getProfile(db, params.id)).favorite_genres
        : (await getPublicProfile(db, params.id)).favoriteGenres;
    const svg = generatedCover("banner", SIZE, { malId: 0, title: params.id, genres });
    const headers = { etag: strongEtag(svg), "cache-control": "private, max-age=3600" };
    return matchesEtag(request.headers.get("if-none-match"), headers.etag)
      ? new Response(null, { status: 304, headers })
      : new Response(svg, {
          headers: { ...headers, "content-type": "image/svg+xml; charset=utf-8" },
        });
  });
}
