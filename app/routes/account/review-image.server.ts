import { DEFAULT_URGENCY } from "~/concurrency/client-loads";
import type { SharedOwner } from "~/features/profile/public-profile.server";
import {
  i18nContext,
  mediaContext,
  requestContext,
  servicesContext,
  siteContext,
  visitorSettingsContext,
  type RouterContext,
} from "~/http/context";
import { drawingHeaders } from "~/http/response/security-headers";
import { drawReview } from "~/pages/profile/draw-review.server";

interface ReviewImage {
  userId: string;
  year: number;
  owner: Pick<SharedOwner, "name" | "accent">;
  /** The shape, as in the URL. */
  image: string;
}

/** Responds with the share image of a year, without private titles. Throws `NotFound`. */
export async function reviewImageResponse(
  context: RouterContext,
  review: ReviewImage,
): Promise<Response> {
  const { svg, fontRules } = await drawReview(
    context.get(servicesContext),
    context.get(mediaContext),
    {
      ...review,
      parentalControl: context.get(visitorSettingsContext).parentalControl,
      asker: { client: context.get(requestContext).clientKey, urgency: DEFAULT_URGENCY },
      i18n: context.get(i18nContext),
      siteName: (await context.get(siteContext).siteSettings.readCached()).name,
    },
  );
  return new Response(svg, {
    headers: { ...drawingHeaders(fontRules), "cache-control": "private, no-store" },
  });
}
