import type { Readable } from "node:stream";
import { z } from "zod";
import { Invalid } from "~/errors/app-error";
import { matchesEtag } from "~/http/response/cache/conditional-request.server";
import type { Endpoint } from "~/http/api/endpoint";
import type { RequestScope } from "~/http/context";
import { privateJson } from "~/http/response/json-response.server";
import { markPrepared } from "~/http/response/cache/prepared-response.server";
import { BASE_HEADERS } from "~/http/response/security-headers";
import { streamedResponse } from "~/http/response/streamed-response.server";
import { clonedSource } from "~/media/video/rewrite-list";
import { VARIABLE_PREFIX } from "~/media/video/rewrite-playlist";
import type { VideoAnswer } from "~/media/video/video-proxy.server";

const query = z.object({
  url: z.string().describe("An HLS playlist or a segment: a full http or https URL, encoded."),
});

/** What players add to a playlist's address on their own, to wait for its next version or to report how fast the line is. */
const DELIVERY_DIRECTIVE = /^_HLS_[A-Za-z_]{1,40}$/;

/** Streams from other sites (specification 4.9): playlists with their addresses led through here, segments as they are. */
export const videoProxyEndpoint: Endpoint = {
  path: "/api/videoProxy",
  methods: {
    GET: {
      summary: "A playlist or segment from another site",
      description:
        "Playlists are rewritten so that everything in them comes through this endpoint; segments, keys and subtitles are relayed as they are. " +
        "`Range` and `If-Range` are honoured, also where the source does not. Sources on private networks are refused.",
      tags: ["Streaming"],
      query,
      rateLimit: "videoProxy",
      answers: {
        200: {
          description: "The playlist (`application/vnd.apple.mpegurl`) or the whole segment.",
          contentType: "application/vnd.apple.mpegurl",
        },
        206: {
          description: "The bytes asked for, named in `Content-Range`.",
          contentType: "video/mp2t",
        },
        304: { description: "What the client has is current." },
        416: {
          description: "The body has none of the bytes asked for; `Content-Range` tells its size.",
        },
      },
      async handle({ request, url, scope }) {
        const answer = await scope.services.videoProxy.answer({
          source: sourceOf(url.searchParams),
          range: request.headers.get("range"),
          ifRange: request.headers.get("if-range"),
          imports: importsOf(url.searchParams),
          signal: request.signal,
          ownOrigin: scope.origin,
        });
        return toResponse(request, answer, scope);
      },
    },
  },
};

/** The one source, on the pathway that the player chose, with the directives that it added behind it. Throws `Invalid` when there is none, or more than one. */
function sourceOf(parameters: URLSearchParams): string {
  const [given = "", ...others] = parameters.getAll("url");
  if (given === "") throw new Invalid([{ path: "url", message: "Missing resource URL" }]);
  if (others.length > 0)
    throw new Invalid([{ path: "url", message: "There is more than one resource URL." }]);
  const source = clonedSource(given, parameters);
  const directives = [...parameters]
    .filter(([name]) => DELIVERY_DIRECTIVE.test(name))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  if (directives.length === 0) return source;
  const [address = ""] = source.split("#", 1);
  return `${address}${address.includes("?") ? "&" : "?"}${directives.join("&")}`;
}

function importsOf(parameters: URLSearchParams): Map<string, string> {
  return new Map(
    [...parameters]
      .filter(([name]) => name.startsWith(VARIABLE_PREFIX))
      .map(([name, value]) => [name.slice(VARIABLE_PREFIX.length), value]),
  );
}

function toResponse(
  request: Request,
  { status, headers, body }: VideoAnswer,
  { byScript }: RequestScope,
): Response {
  if (status === 416)
    return privateJson(
      { error: "The source has none of the bytes asked for.", status },
      { status, headers },
    );
  // Somebody else's bytes on our origin: never run, never guessed at, whatever they turn out to be.
  const safe: Record<string, string> = {
    ...headers,
    "x-content-type-options": "nosniff",
    "content-security-policy": BASE_HEADERS["content-security-policy"] ?? "",
  };
  const isKnown =
    status === 200 &&
    headers["etag"] !== undefined &&
    matchesEtag(request.headers.get("if-none-match"), headers["etag"]);
  if (isKnown || request.method === "HEAD") {
    if (isStream(body)) body.destroy();
    if (!isKnown) return markPrepared(new Response(null, { status, headers: safe }));
    const { "content-length": _, ...known } = safe;
    return markPrepared(new Response(null, { status: 304, headers: known }));
  }
  if (isStream(body)) return streamedResponse(body, { status, headers: safe }, !byScript);
  return markPrepared(new Response(body, { status, headers: safe }));
}

function isStream(body: VideoAnswer["body"]): body is Readable {
  return body !== null && "pipe" in body;
}
