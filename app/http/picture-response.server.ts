import { matchesEtag } from "./conditional-request.server";

/** A drawn picture may change with the catalog, so it stays fresh for an hour and is then asked for again by its tag. */
const MAX_AGE_SECONDS = 3600;

interface Picture {
  /** Names the picture by what it is made from. */
  key: string;
  /** Whether everybody may see it. Others are kept by browsers only, never by a cache in between. */
  forEverybody: boolean;
  draw: () => Promise<Uint8Array>;
}

/**
 * Answers with a generated picture. The tag is known before the picture, so that a browser that has it already is answered without drawing.
 */
export async function pictureResponse(request: Request, { key, forEverybody, draw }: Picture): Promise<Response> {
  const headers = { etag: `"${key}"`, "cache-control": `${forEverybody ? "public" : "private"}, max-age=${MAX_AGE_SECONDS}` };
  if (matchesEtag(request.headers.get("if-none-match"), headers.etag)) return new Response(null, { status: 304, headers });
  const picture = await draw();
  return new Response(new Uint8Array(picture), {
    headers: { ...headers, "content-type": "image/webp", "content-length": String(picture.byteLength), "cross-origin-resource-policy": "same-origin" },
  });
}
