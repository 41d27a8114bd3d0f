import { z } from "zod";
import { requestContext, mediaContext, type RouterContext } from "~/http/context";
import { resource } from "~/http/api/resource.server";
import { rawSearch } from "~/routes/api/catalog/cached-response.server";
import { matchesEtag } from "~/http/response/cache/conditional-request.server";
import { prepareHead } from "~/http/v8/prepared-headers.server";
import { markComplete } from "~/http/response/cache/complete-response.server";
import { KIND_HEADERS } from "~/http/response/security-headers";
import { toPrivateCacheControl } from "~/http/response/cache/shared-cache";
import { areProxiesLimited } from "~/http/request/proxy-access.server";
import { readBytes } from "~/http/request/read-bytes.server";
import type { CachedImage } from "~/media/images/cache/entry-file";
import { MAX_SOURCE_BYTES } from "~/media/images/proxy/fetch-image.server";

const CACHE_CONTROL = "public, max-age=31536000, immutable";

const optionsSchema = z.object({
  w: z
    .int()
    .min(0)
    .meta({
      description:
        "Maximum width in pixels, at most 4096; 0, the default, keeps the source's width. Images are never enlarged.",
    })
    .optional(),
  q: z.int().meta({ description: "Quality from 1 to 100, clamped. Default: 50." }).optional(),
  format: z.enum(["webp", "avif"]).meta({ description: "Default: webp." }).optional(),
});

const responses = {
  200: {
    description: "The image, as image/webp or image/avif.",
    contentType: ["image/webp", "image/avif"],
  },
};

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "public",
      summary: "Resize and re-encode an image from the web",
      description:
        "PNG, JPEG, WebP, AVIF and GIF (first frame) of at most 10 MB and 40 megapixels (AVIF and 16-bit PNG 18), from public hosts only. Responses are cached for 24 hours. 503 when too many images are being converted.",
      tags: ["Media"],
      query: z.object({
        url: z.string().meta({ description: "The image's http or https URL." }),
        ...optionsSchema.shape,
      }),
      responses,
      hasOwnSlots: true,
      isProxy: true,
      handle(input) {
        const { request, context } = input;
        const { images } = context.get(mediaContext);
        const { origin, clientKey } = context.get(requestContext);
        const options = {
          query: () => input.url.searchParams,
          rawQuery: rawSearch(request.url),
          ownOrigin: origin,
          client: clientKey,
          signal: () => request.signal,
        };
        const image = images.get(options);
        return image instanceof Promise
          ? image.then((result) => imageResponse(request, result, context))
          : imageResponse(request, image, context);
      },
    },
    POST: {
      tokenScope: "public",
      summary: "Resize and re-encode an image from the request body",
      description: "For images that exist only in the browser. Nothing is stored.",
      tags: ["Media"],
      query: optionsSchema,
      otherBodies: {
        "image/png": null,
        "image/jpeg": null,
        "image/webp": null,
        "image/avif": null,
        "image/gif": null,
        "application/octet-stream": null,
      },
      responses,
      hasOwnSlots: true,
      isProxy: true,
      async handle({ request, url, context }) {
        const { images } = context.get(mediaContext);
        const read = (count: (bytes: number) => void) =>
          readBytes(request, MAX_SOURCE_BYTES, count);
        const { clientKey } = context.get(requestContext);
        const owner = { client: clientKey, signal: request.signal };
        const image = await images.convert(read, url.searchParams, owner);
        return imageResponse(request, image, context);
      },
    },
  },
});

export const loader = endpoint;
export const action = endpoint;

/** Cacheable, as a URL identifies one image. The policy disables scripts in SVGs. */
function imageResponse(request: Request, image: CachedImage, context: RouterContext): Response {
  const { notModified, whole } = headersOf(image, context);
  const ifNoneMatch = request.headers.get("if-none-match");
  if (request.method !== "POST" && ifNoneMatch !== null && matchesEtag(ifNoneMatch, image.etag))
    return markComplete(new Response(null, { status: 304, headers: notModified }));
  return markComplete(new Response(image.body as Uint8Array<ArrayBuffer>, { headers: whole }));
}

interface ImageHeaders {
  notModified: Record<string, string>;
  whole: Record<string, string>;
}

/** Headers that are merged once per image, not per response. */
const headersByImage = new WeakMap<CachedImage, ImageHeaders>();

function headersOf(image: CachedImage, context: RouterContext): ImageHeaders {
  const cached = headersByImage.get(image);
  if (cached !== undefined) return cached;
  const notModified = {
    "cache-control": areProxiesLimited(context)
      ? toPrivateCacheControl(CACHE_CONTROL)
      : CACHE_CONTROL,
    etag: image.etag,
    ...KIND_HEADERS.media,
    "x-content-type-options": "nosniff",
  };
  const headers = {
    notModified: prepareHead({ ...notModified }),
    whole: prepareHead({
      ...notModified,
      "content-type": image.contentType,
      "content-length": String(image.body.byteLength),
    }),
  };
  headersByImage.set(image, headers);
  return headers;
}
