import { NotFound } from "~/errors/app-error";
import { getSharedOwner } from "~/features/profile/public-profile.server";
import { findSharedReview } from "~/features/watch-list/statistics/shared-reviews.server";
import { withErrorResponse } from "~/http/response/with-error-response.server";
import type { Route } from "./+types/shared-review-image";
import { servicesContext } from "~/http/context";
import { reviewImageResponse } from "./review-image.server";

export async function loader({ params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  return withErrorResponse(context, async () => {
    const shared = await findSharedReview(services.db, params.token);
    if (shared === null) throw new NotFound("review.notShared");
    return reviewImageResponse(context, {
      ...shared,
      owner: await getSharedOwner(services.db, shared.userId),
      image: params.image,
    });
  });
}
