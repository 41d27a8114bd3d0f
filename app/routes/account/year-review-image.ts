import { href } from "react-router";
import { NotFound } from "~/errors/app-error";
import { parseYear } from "~/features/watch-list/statistics/statistics";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { requirePageSession } from "~/http/session/page-session.server";
import type { Route } from "./+types/year-review-image";
import { reviewImageResponse } from "./review-image.server";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  return withErrorResponse(context, async () => {
    const page = href("/profile/:year", { year: params.year });
    const { user } = await requirePageSession(request, context, page);
    const year = parseYear(params.year);
    if (year === null) throw new NotFound("review.notFound");
    return reviewImageResponse(context, {
      userId: user.id,
      year,
      owner: { name: user.name, accent: user.preferences.enfasiscolor },
      image: params.image,
    });
  });
}
