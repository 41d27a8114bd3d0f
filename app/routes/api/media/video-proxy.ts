import type { Readable } from "node:stream";
import { z } from "zod";
import { Invalid } from "~/errors/app-error";
import { matchesEtag } from "~/http/response/cache/conditional-request.server";
import { resource } from "~/http/api/resource.server";
import { requestContext, type RouterContext, mediaContext } from "~/http/context";
import { jsonResponse } from "~/http/response/json-response.server";
import { prepareHead } from "~/http/v8/prepared-headers.server";
import { markComplete } from "~/http/response/cache/complete-response.server";
import { KIND_HEADERS } from "~/http/response/security-headers";
import { streamResponse } from "~/http/response/streamed-response.server";
import type { RateLimitName } from "~/config/rate-limits";
import { areProxiesLimited } from "~/http/request/proxy-access.server";
import { toPrivateCacheControl } from "~/http/response/cache/shared-cache";
import { getMediaViewers } from "~/http/request/media-viewer.server";
import type { MediaViewer } from "~/media/access/media-signer";
import { grantOf, GRANT_MARK, GRANT_PARAMETER } from "~/media/access/playback-grant";
import { clonedSource } from "~/media/video/rewrite-list";
import { VARIABLE_PREFIX } from "~/media/video/rewrite-playlist";
import type { VideoResponse } from "~/media/video/video-proxy.server";

const query = z.object({
  url: z.string().describe("An HLS playlist or a segment: a full http or https URL, encoded."),
});

/** Players append these to a playlist's URL for blocking reload or throughput. */
const DELIVERY_DIRECTIVE = /^_HLS_[A-Za-z_]{1,40}$/;

const endpoint = resource({
  methods: {
    GET: {
      tokenScope: "public",
      summary: "A playlist or segment from another site",
      description:
        "Playlists are rewritten so that all their URIs go through this endpoint; segments, keys and subtitles are relayed unchanged. " +
        "Supports `Range` and `If-Range` even where the source does not. Sources on private networks are rejected.",
      tags: ["Streaming"],
      query,
      rateLimit: "videoProxy",
      chooseRateLimit: ({ request, url, context }) =>
        request.url.includes(GRANT_MARK) ? chooseLimit(request, url, context) : null,
      hasOwnSlots: true,
      isProxy: true,
      responses: {
        200: {
          description: "The playlist (`application/vnd.apple.mpegurl`) or the whole segment.",
          contentType: "application/vnd.apple.mpegurl",
        },
        206: {
          description: "The requested bytes.",
          contentType: "video/mp2t",
        },
        304: { description: "Not modified." },
        416: {
          description: "The range is not satisfiable; `Content-Range` has the size.",
        },
      },
      async handle({ request, url, context }) {
        const { videoProxy, mediaSigner } = context.get(mediaContext);
        const { origin, clientKey, clientSignal } = context.get(requestContext);
        const viewer = request.url.includes(GRANT_MARK)
          ? await grantedViewer(request, url, context)
          : null;
        const response = await videoProxy.respond({
          source: sourceOf(url.searchParams),
          grant: viewer === null ? undefined : (source) => grantOf(mediaSigner, source, viewer),
          range: request.headers.get("range"),
          ifRange: request.headers.get("if-range"),
          imports: importsOf(url.searchParams),
          client: clientKey,
          signal: clientSignal(),
          ownOrigin: origin,
        });
        return toResponse(request, response, context);
      },
    },
  },
});

export const loader = endpoint;
export const action = endpoint;

async function chooseLimit(
  request: Request,
  url: URL,
  context: RouterContext,
): Promise<RateLimitName | null> {
  return (await grantedViewer(request, url, context)) === null ? null : "playback";
}

/** The viewer that the URL was signed for; null without a valid grant. */
async function grantedViewer(
  request: Request,
  url: URL,
  context: RouterContext,
): Promise<MediaViewer | null> {
  const { mediaSigner } = context.get(mediaContext);
  const source = url.searchParams.get("url") ?? "";
  const token = url.searchParams.get(GRANT_PARAMETER) ?? "";
  // Pathway cloning would name a host that was not signed.
  if ([...url.searchParams.keys()].some((name) => name.startsWith("clone."))) return null;
  const viewers = await getMediaViewers(request, context);
  const isFor = (viewer: MediaViewer) =>
    mediaSigner.verify(token, [GRANT_PARAMETER, source], [viewer]) !== null;
  return viewers.find(isFor) ?? null;
}

const NO_IMPORTS: ReadonlyMap<string, string> = new Map();

/** Throws `Invalid` unless there is exactly one. */
function sourceOf(parameters: URLSearchParams): string {
  const [url = "", ...duplicates] = parameters.getAll("url");
  if (url === "") throw new Invalid([{ path: "url", message: "source.missingUrl" }]);
  if (duplicates.length > 0) throw new Invalid([{ path: "url", message: "source.moreThanOneUrl" }]);
  if (parameters.size === 1) return url;
  const source = clonedSource(url, parameters);
  const directives = [...parameters]
    .filter(([name]) => DELIVERY_DIRECTIVE.test(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  if (directives.length === 0) return source;
  const [base = ""] = source.split("#", 1);
  return `${base}${base.includes("?") ? "&" : "?"}${directives.join("&")}`;
}

function importsOf(parameters: URLSearchParams): ReadonlyMap<string, string> {
  if (parameters.size === 1) return NO_IMPORTS;
  return new Map(
    [...parameters]
      .filter(([name]) => name.startsWith(VARIABLE_PREFIX))
      .map(([name, value]) => [name.slice(VARIABLE_PREFIX.length), value]),
  );
}

function toResponse(
  request: Request,
  { status, headers, body, wholeHeaders }: VideoResponse,
  context: RouterContext,
): Response {
  const { isDataRequest } = context.get(requestContext);
  // Takes precedence over `Range` (RFC 9110 section 13.2.2).
  if (
    wholeHeaders["etag"] !== undefined &&
    matchesEtag(request.headers.get("if-none-match"), wholeHeaders["etag"])
  ) {
    if (isStream(body)) body.destroy();
    return markComplete(
      new Response(null, { status: 304, headers: withSafety(wholeHeaders, context) }),
    );
  }
  if (status === 416)
    return jsonResponse(
      { error: "The source has none of the requested bytes.", status },
      { status, headers },
    );
  const safe = withSafety(headers, context);
  if (request.method === "HEAD") {
    if (isStream(body)) body.destroy();
    return markComplete(new Response(null, { status, headers: safe }));
  }
  if (isStream(body)) return streamResponse(body, { status, headers: safe }, !isDataRequest);
  return markComplete(new Response(body, { status, headers: prepareHead(safe) }));
}

/** Upstream bytes are served from our origin, so they must not be executed or sniffed. */
function withSafety(
  headers: Record<string, string>,
  context: RouterContext,
): Record<string, string> {
  const { "cache-control": cacheControl } = headers;
  const isPrivate = cacheControl !== undefined && areProxiesLimited(context);
  return {
    ...headers,
    ...(isPrivate && { "cache-control": toPrivateCacheControl(cacheControl) }),
    ...KIND_HEADERS.media,
    "x-content-type-options": "nosniff",
  };
}

function isStream(body: VideoResponse["body"]): body is Readable {
  return body !== null && "pipe" in body;
}
