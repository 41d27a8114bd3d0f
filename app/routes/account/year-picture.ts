import { NotFound } from "~/errors/app-error";
import { parseYear } from "~/features/watch-list/statistics/statistics";
import { i18nContext, requestContext, servicesContext } from "~/http/context";
import { visitorSettingsContext } from "~/http/pages/settings/visitor-settings";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { requirePageSession } from "~/http/session/page-session.server";
import { reviewPictureResponse } from "./review-data.server";
import type { Route } from "./+types/year-picture";

export async function loader({ request, params, context }: Route.LoaderArgs) {
  return withErrorResponse(context, async () => {
    const { user } = await requirePageSession(request, context);
    const year = parseYear(params.year);
    if (year === null) throw new NotFound("review.notFound");
    return reviewPictureResponse(context.get(servicesContext), context.get(i18nContext), {
      userId: user.id,
      year,
      owner: { name: user.name, accent: user.preferences.enfasiscolor },
      picture: params.picture,
      parentalControl: context.get(visitorSettingsContext).parentalControl,
      client: context.get(requestContext).clientKey,
    });
  });
}
