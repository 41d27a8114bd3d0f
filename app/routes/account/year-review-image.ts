import { href, redirect } from "react-router";
import { NotFound } from "~/errors/app-error";
import { parseYear } from "~/features/watch-list/statistics/statistics";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { getSession } from "~/http/session/get-session.server";
import { signInPath } from "~/ui/sign-in-path";
import type { Route } from "./+types/year-review-image";
import { reviewImageResponse } from "./review-image.server";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  return withErrorResponse(context, async () => {
    const year = parseYear(params.year);
    if (year === null) throw new NotFound("review.notFound");
    const session = await getSession(request, context);
    // The sign-in leads to a page, since a script cannot navigate to a picture.
    if (session === null) throw redirect(signInPath(href("/profile/:year", { year: params.year })));
    const { user } = session;
    return reviewImageResponse(context, {
      userId: user.id,
      year,
      owner: { name: user.name, accent: user.preferences.enfasiscolor },
      image: params.image,
    });
  });
}
