import { matchesEtag } from "./cache/conditional-request.server";

/** The image may change with the catalog. */
const MAX_AGE_SECONDS = { own: 86_400, artwork: 3_600, "stand-in": 60 } as const;

/** A "stand-in" is artwork until the image is available. */
type TitleImageKind = keyof typeof MAX_AGE_SECONDS;

interface TitleImage {
  kind: TitleImageKind;
  key: string;
  isPublic: boolean;
  contentType?: "image/webp" | "image/jpeg";
  render: () => Promise<Uint8Array>;
}

/** A 304 skips rendering. */
export async function titleImageResponse(
  request: Request,
  { kind, key, isPublic, contentType = "image/webp", render }: TitleImage,
): Promise<Response> {
  const headers = {
    etag: `"${key}"`,
    "cache-control": `${isPublic ? "public" : "private"}, max-age=${MAX_AGE_SECONDS[kind]}`,
  };
  if (matchesEtag(request.headers.get("if-none-match"), headers.etag))
    return new Response(null, { status: 304, headers });
  const image = await render();
  return new Response(new Uint8Array(image), {
    headers: {
      ...headers,
      "content-type": contentType,
      "content-length": String(image.byteLength),
    },
  });
}
