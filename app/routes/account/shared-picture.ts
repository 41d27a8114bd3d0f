import { NotFound } from "~/errors/app-error";
import { getSharedOwner } from "~/features/profile/public-profile.server";
import { findSharedReview } from "~/features/watch-list/statistics/shared-reviews.server";
import { i18nContext, requestContext, servicesContext } from "~/http/context";
import { visitorSettingsContext } from "~/http/pages/settings/visitor-settings";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import { reviewPictureResponse } from "./review-data.server";
import type { Route } from "./+types/shared-picture";

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return withErrorResponse(context, async () => {
    const shared = await findSharedReview(services.db, params.token);
    if (shared === null) throw new NotFound("review.notShared");
    return reviewPictureResponse(services, context.get(i18nContext), {
      ...shared,
      owner: await getSharedOwner(services.db, shared.userId),
      picture: params.picture,
      parentalControl: context.get(visitorSettingsContext).parentalControl,
      client: context.get(requestContext).clientKey,
    });
  });
}
