import { AgeLimit, stricter, type ParentalControl } from "~/features/catalog/parental-control";
import { parseParentalControl } from "~/features/listing/parse-listing.server";
import { requestContext, servicesContext, type RouterContext } from "~/http/context";
import { getCookie } from "~/http/request/get-cookie.server";
import { hasBearerToken, readTokenOwner } from "~/http/session/bearer-token.server";
import { getApiSession } from "~/http/session/get-session.server";
import { cookieName } from "~/http/session/session-cookie.server";

/** What is withheld from visitors whatever they choose: `VISITOR_RATING` limits them. */
export function visitorControl(context: RouterContext): ParentalControl {
  const { visitorRating } = context.get(servicesContext).config;
  return visitorRating === null ? false : new AgeLimit(visitorRating);
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
 * What is withheld from the request's user whatever the URL says: what is above an age limit, or
 * nothing. Null for a visitor, who may have an unknown token or a session that has ended.
 */
async function userControl(
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
  /** Whether it is that of all visitors with the same URL, for whom responses are cached. */
  isShared: boolean;
}

/** Parental control of a public URL: what the URL chooses, within what its viewer may see. */
export async function requestControl(
  request: Request,
  context: RouterContext,
  parameters: URLSearchParams,
): Promise<RequestControl> {
  const ofVisitors = visitorControl(context);
  const own = mayBeSignedIn(request, context) ? await userControl(request, context) : null;
  return {
    parentalControl: stricter(parseParentalControl(parameters), own ?? ofVisitors),
    isShared: own === null || own === ofVisitors,
  };
}
