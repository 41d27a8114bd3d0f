import { matchesEtag, strongEtag } from "~/http/response/cache/conditional-request.server";

interface SubscriptionOptions {
  type: string;
  fileName: string;
  headers: Readonly<Record<string, string>>;
}

/**
 * A calendar or a feed with an ETag. 304 and HEAD responses carry the Vary of the 200 (RFC 9110,
 * 15.4.5).
 */
export function subscriptionResponse(
  request: Request,
  text: string,
  { type, fileName, headers: given }: SubscriptionOptions,
): Response {
  const headers = { ...given, etag: strongEtag(text), vary: "Accept-Encoding" };
  if (matchesEtag(request.headers.get("if-none-match"), headers.etag))
    return new Response(null, { status: 304, headers });
  return new Response(text, {
    headers: {
      ...headers,
      "content-type": `${type}; charset=utf-8`,
      "content-disposition": `inline; filename="${fileName}"`,
    },
  });
}

/** The headers of what only holders of its URL, which has a secret, may have. */
export const SECRET_HEADERS = {
  "cache-control": "private, no-store",
  "referrer-policy": "no-referrer",
  "x-robots-tag": "noindex",
};
