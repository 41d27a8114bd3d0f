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

type Produce = (parameters: URLSearchParams, hidden: HiddenTitles | null) => Promise<PublicBody>;

/**
 * Responds to the signed-in user alone. Mature titles need both the URL and the user's own setting
 * to allow them. Throws `Unauthenticated`, and `Forbidden` for a token without `list:read`.
 */
export async function hiddenResponse(
  { request, url, context }: EndpointInput,
  produce: Produce,
): Promise<Response> {
  if (hasBearerToken(request)) await authenticateToken(request, context, "list:read");
  const { user } = await requireSession(request, context);
  const parameters = new URLSearchParams(url.searchParams);
  if (user.preferences.parentalControl) parameters.set("parental_control", "true");
  const reader = new ParameterReader(parameters);
  const hidden = await getHiddenTitles(context.get(servicesContext), {
    userId: user.id,
    kinds: hideKinds(parseHide(reader)),
    parentalControl: parseParentalControl(parameters),
  });
  const body = await produce(parameters, hidden);
  return new Response("json" in body ? body.json : body.text, {
    headers: {
      ...body.headers,
      "content-type": "json" in body ? "application/json; charset=utf-8" : body.contentType,
      "cache-control": "private, no-store",
    },
  });
}
