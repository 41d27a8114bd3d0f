import { stricter } from "~/features/catalog/parental-control";
import type { Viewer } from "~/features/catalog/visibility.server";
import { parseParentalControl } from "~/features/listing/parse-listing.server";
import { ParameterReader } from "~/features/listing/parameter-reader.server";
import { hideKinds } from "~/features/listing/hidden/hide-choices";
import { HIDE_PARAMETER, parseHide } from "~/features/listing/hidden/parse-hide.server";
import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import { servicesContext } from "~/http/context";
import { getHiddenTitles } from "~/pages/parts/hidden-titles.server";
import type { PublicBody } from "~/http/response/cache/response-cache.server";
import { authenticateToken, hasBearerToken } from "~/http/session/bearer-token.server";
import { requireSession } from "~/http/session/get-session.server";
import type { EndpointInput } from "~/http/api/endpoint";

/**
 * Tells whether the URL may name `hide`, perhaps percent-encoded. A false alarm costs a parse,
 * which a cached response does not need.
 */
export function mayHide(rawUrl: string): boolean {
  return /hide|%/i.test(rawUrl);
}

/** Whether the request wants titles left out. Throws `Invalid` for an unknown choice. */
export function hidesTitles(parameters: URLSearchParams): boolean {
  if (!parameters.has(HIDE_PARAMETER)) return false;
  const reader = new ParameterReader(parameters);
  const choices = parseHide(reader);
  reader.throwIfInvalid();
  return hideKinds(choices).length > 0;
}

/** The viewer for whom a response is made. */
export interface Reader extends Viewer {
  hidden: HiddenTitles | null;
}

/**
 * Responds to the signed-in user alone. Mature titles need both the URL and the user's own setting
 * to allow them. Throws `Unauthenticated`, and `Forbidden` for a token without `list:read`.
 */
export async function hiddenResponse(
  { request, url, context }: EndpointInput,
  produce: (reader: Reader) => Promise<PublicBody>,
): Promise<Response> {
  if (hasBearerToken(request)) await authenticateToken(request, context, "list:read");
  const { user } = await requireSession(request, context);
  const chosen = parseParentalControl(url.searchParams);
  const parentalControl = stricter(chosen, user.preferences.parentalControl);
  const reader = new ParameterReader(url.searchParams);
  const hidden = await getHiddenTitles(context.get(servicesContext), {
    userId: user.id,
    kinds: hideKinds(parseHide(reader)),
    parentalControl,
  });
  return privateResponse(await produce({ parentalControl, hidden }));
}

/** Sends what a cache may not keep. */
export function privateResponse(body: PublicBody): Response {
  return new Response("json" in body ? body.json : body.text, {
    headers: {
      ...body.headers,
      "content-type": "json" in body ? "application/json; charset=utf-8" : body.contentType,
      "cache-control": "private, no-store",
    },
  });
}
