import type { Anime } from "~/features/catalog/anime";
import { isMature } from "~/features/catalog/maturity";
import {
  AgeLimit,
  isWithheld,
  ratingCode,
  stricter,
  visitorDefault,
  type ParentalControl,
} from "~/features/catalog/parental-control";
import { parseParentalControl } from "~/features/listing/parse-listing.server";
import { requestContext, servicesContext, type RouterContext } from "~/http/context";
import { getCookie } from "~/http/request/get-cookie.server";
import { hasBearerToken, readTokenOwner } from "~/http/session/bearer-token.server";
import { getApiSession } from "~/http/session/get-session.server";
import { cookieName } from "~/http/session/session-cookie.server";

/** Returns the control that `VISITOR_RATING` imposes on every visitor. */
export function visitorControl(context: RouterContext): ParentalControl {
  const { visitorRating } = context.get(servicesContext).config;
  return visitorRating === null ? false : new AgeLimit(visitorRating);
}

/** Whether visitors see a title unless they turn parental control off. */
export function isShownToVisitors(context: RouterContext, anime: Anime): boolean {
  const { mal_id: id, rating } = anime;
  const title = { id, mature: isMature(anime), ratingCode: ratingCode(rating) };
  const { visitorRating } = context.get(servicesContext).config;
  return !isWithheld(title, visitorDefault(visitorRating));
}

/** Whether a request has a session cookie or a token, which may be of a child. */
export function mayBeSignedIn(request: Request, context: RouterContext): boolean {
  const { secure } = context.get(requestContext);
  return (
    hasBearerToken(request) ||
    getCookie(request.headers.get("cookie"), cookieName(secure)) !== undefined
  );
}

/**
 * Returns the age limit of the request's user, or false without one. Null means a visitor, who may
 * have an unknown token or a session that has ended.
 */
export async function userControl(
  request: Request,
  context: RouterContext,
): Promise<ParentalControl | null> {
  const signedIn = hasBearerToken(request)
    ? await readTokenOwner(request, context)
    : await getApiSession(request, context);
  if (signedIn === null) return null;
  const { isChild, preferences } = signedIn.user;
  return isChild ? preferences.parentalControl : false;
}

export interface RequestControl {
  parentalControl: ParentalControl;
  /** Whether all visitors get this control for this URL, so that the response may be cached. */
  isShared: boolean;
}

/** Returns the control for a public URL: the URL's choice, within the viewer's age limit. */
export async function requestControl(
  request: Request,
  context: RouterContext,
  parameters: URLSearchParams,
): Promise<RequestControl> {
  const ofVisitors = visitorControl(context);
  const own = mayBeSignedIn(request, context) ? await userControl(request, context) : null;
  return {
    parentalControl: stricter(parseParentalControl(parameters), own ?? ofVisitors),
    isShared: own === null || (own === false && ofVisitors === false),
  };
}
