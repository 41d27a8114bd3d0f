import { matchesEtag } from "./conditional-request.server";

/** A drawn picture may change with the catalog, so it stays fresh for an hour and is then asked for again by its tag. */
const CACHE_CONTROL = "private, max-age=3600";

/**
 * Answers with a generated picture. The tag is known before the picture, so that a browser that has it already is answered without drawing.
 */
export async function pictureResponse(request: Request, key: string, draw: () => Promise<Uint8Array>): Promise<Response> {
  const headers = { etag: `"${key}"`, "cache-control": CACHE_CONTROL, vary: "Cookie" };
  if (matchesEtag(request.headers.get("if-none-match"), headers.etag)) return new Response(null, { status: 304, headers });
  const picture = await draw();
  return new Response(new Uint8Array(picture), {
    headers: { ...headers, "content-type": "image/webp", "content-length": String(picture.byteLength), "cross-origin-resource-policy": "same-origin" },
  });
}
