import { matchesEtag, strongEtag } from "./cache/conditional-request.server";

const JSON_TYPE = "application/json; charset=utf-8";

export function jsonResponse(
  body: unknown,
  init: { status?: number; headers?: Record<string, string> } = {},
): Response {
  return new Response(JSON.stringify(body), {
    status: init.status ?? 200,
    headers: { "content-type": JSON_TYPE, "cache-control": "private, no-store", ...init.headers },
  });
}

export function cacheableJsonResponse(
  request: Request,
  body: unknown,
  cacheControl: string,
  headers: Record<string, string> = {},
): Response {
  const text = JSON.stringify(body);
  const etag = strongEtag(text);
  const shared = { etag, "cache-control": cacheControl, vary: "Accept-Encoding", ...headers };
  if (matchesEtag(request.headers.get("if-none-match"), etag))
    return new Response(null, { status: 304, headers: shared });
  return new Response(text, { headers: { "content-type": JSON_TYPE, ...shared } });
}
