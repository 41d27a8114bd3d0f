import { z } from "zod";
import type { Endpoint } from "~/http/api/endpoint";
import { searchOf } from "~/http/api/public-answer.server";
import { matchesEtag } from "~/http/response/cache/conditional-request.server";
import { markPrepared } from "~/http/response/cache/prepared-response.server";
import { readLimited } from "~/http/request/read-body.server";
import type { CachedImage } from "~/media/images/cache/entry-file";
import { MAX_SOURCE_BYTES } from "~/media/images/proxy/fetch-image.server";

const optionsSchema = z.object({
  w: z
    .string()
    .meta({
      description:
        "The most pixels across; 0 or absent keeps the source's width, over 4096 means 4096. Never enlarges.",
    })
    .optional(),
  q: z
    .string()
    .meta({ description: "Quality, 1 to 100; values outside are clamped. 50 when absent." })
    .optional(),
  format: z.string().meta({ description: "webp (when absent) or avif." }).optional(),
});

const answers = {
  200: { description: "The image, as image/webp or image/avif.", contentType: "image/webp" },
};

/** GET and POST /api/proxy (specification 4.8). */
export const imageProxyEndpoint: Endpoint = {
  path: "/api/proxy",
  methods: {
    GET: {
      summary: "An image of the web, resized and re-encoded",
      description:
        "PNG, JPEG, WebP, AVIF and GIF (first frame) of at most 10 MB and 40 megapixels. Only public addresses are fetched. Answers are kept for 24 hours. 503 when too many images are being converted.",
      tags: ["Media"],
      query: z.object({
        url: z.string().meta({ description: "The image's http or https URL." }),
        ...optionsSchema.shape,
      }),
      answers,
      handle(input) {
        const { request, scope } = input;
        const asked = {
          query: () => input.url.searchParams,
          spelling: searchOf(request.url),
          ownOrigin: scope.origin,
          signal: () => request.signal,
        };
        const image = scope.services.images.get(asked);
        return image instanceof Promise
          ? image.then((made) => imageResponse(request, made))
          : imageResponse(request, image);
      },
    },
    POST: {
      summary: "An image of your own, resized and re-encoded",
      description:
        "The body's bytes are the image, for sources that exist in a browser only. Nothing is stored.",
      tags: ["Media"],
      query: optionsSchema,
      answers,
      async handle({ request, url, scope }) {
        const read = (count: (bytes: number) => void) =>
          readLimited(request, MAX_SOURCE_BYTES, count);
        return imageResponse(
          request,
          await scope.services.images.convert(read, url.searchParams, request.signal),
        );
      },
    },
  },
};

/** An address names one image for good, so browsers may keep it (specification 4.8). Opened as a document it can do nothing. */
function imageResponse(request: Request, { body, contentType, etag }: CachedImage): Response {
  const headers: Record<string, string> = {
    "cache-control": "public, max-age=31536000, immutable",
    etag,
    "x-content-type-options": "nosniff",
    "content-security-policy": "default-src 'none'; sandbox",
  };
  const known = request.headers.get("if-none-match");
  if (request.method !== "POST" && known !== null && matchesEtag(known, etag))
    return markPrepared(new Response(null, { status: 304, headers }));
  headers["content-type"] = contentType;
  headers["content-length"] = String(body.byteLength);
  return markPrepared(new Response(body as Uint8Array<ArrayBuffer>, { headers }));
}
