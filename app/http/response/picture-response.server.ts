import { matchesEtag } from "./cache/conditional-request.server";

/** A title's picture may change with the catalog, so it stays fresh for a while and is then asked for again by its tag. */
const FRESH_SECONDS = { own: 86_400, artwork: 3_600, "stand-in": 60 } as const;

/**
 * What a picture is: the title's own, artwork because it has none, or artwork that stands in until its own can be had.
 */
export type PictureNature = keyof typeof FRESH_SECONDS;

interface Picture {
  nature: PictureNature;
  /** Names the picture by its content or by what it is made from. */
  key: string;
  /** Whether everybody may see it. Others are kept by browsers only, never by a cache in between. */
  forEverybody: boolean;
  contentType?: "image/webp" | "image/jpeg";
  draw: () => Promise<Uint8Array>;
}

/**
 * Answers with a picture. The tag is known before the bytes, so that a browser that has them already is answered without drawing.
 */
export async function pictureResponse(
  request: Request,
  { nature, key, forEverybody, contentType = "image/webp", draw }: Picture,
): Promise<Response> {
  const headers = {
    etag: `"${key}"`,
    "cache-control": `${forEverybody ? "public" : "private"}, max-age=${FRESH_SECONDS[nature]}`,
  };
  if (matchesEtag(request.headers.get("if-none-match"), headers.etag))
    return new Response(null, { status: 304, headers });
  const picture = await draw();
  return new Response(new Uint8Array(picture), {
    headers: {
      ...headers,
      "content-type": contentType,
      "content-length": String(picture.byteLength),
      "cross-origin-resource-policy": "same-origin",
    },
  });
}
