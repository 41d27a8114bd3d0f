import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import type { Release, Semaphore } from "~/concurrency/semaphore";
import type { WaitSignal } from "~/concurrency/wait-queue";
import { NotFound, UpstreamFailed } from "~/errors/app-error";
import type { Outbound, OutboundResponse } from "~/outbound/guarded-fetch.server";
import { toOutboundError } from "~/outbound/outbound-error";
import type { RequestHeaders } from "~/outbound/passed-headers";
import { refused } from "~/outbound/source-rules";
import { parseUrl } from "~/parsing/parse-url";
import {
  formatContentRange,
  formatRange,
  isRequestedRange,
  parseContentRange,
  parseRange,
  resolveRange,
  type ContentRange,
  type RangeRequest,
} from "./byte-range";
import {
  declaredMedia,
  isPlaylistName,
  isPlaylistType,
  JSON_TYPE,
  mediaKind,
  SNIFFED_BYTES,
} from "./media-type";
import { peekBody, type PeekedBody } from "./peek-body.server";
import { rewriteBody, type RewrittenPlaylist } from "./playlist-body.server";
import { rewriteList } from "./rewrite-list";
import { sliceBody } from "./slice-body.server";

export interface VideoRequest {
  source: string;
  range?: string | null;
  ifRange?: string | null;
  imports?: ReadonlyMap<string, string>;
  grant?: ((source: string) => string) | undefined;
  client: string;
  signal: WaitSignal;
  ownOrigin: string;
}

/** A response whose body must be read or destroyed. 416 has no body. */
export interface VideoResponse {
  status: 200 | 206 | 416;
  headers: Record<string, string>;
  body: Readable | Buffer<ArrayBuffer> | null;
  /** Headers of a response with the whole body. */
  wholeHeaders: Record<string, string>;
}

export interface VideoProxy {
  /** Rejects with `Invalid`, `NotFound`, `UpstreamFailed`, `Busy` or `Cancelled`. */
  respond(request: VideoRequest): Promise<VideoResponse>;
}

export interface VideoTimeouts {
  /** Milliseconds to the first byte, redirects included. */
  firstByteMs: number;
  /** Idle milliseconds; the client's back-pressure pauses them. */
  idleMs: number;
}

const VIDEO_TIMEOUTS: VideoTimeouts = { firstByteMs: 20_000, idleMs: 30_000 };

const DAY_SECONDS = 86_400;
const MEDIA_CACHE_CONTROL = `public, max-age=${DAY_SECONDS}`;
/** Steering manifests and asset lists may differ per request. */
const UNCACHED = { "cache-control": "private, no-store" };
const PLAYLIST_TYPE = "application/vnd.apple.mpegurl";
/** A body of unknown length is read ahead this far, since `Content-Range` needs the length. */
const READ_AHEAD_BYTES = 1024 * 1024;

interface OpenedSource extends PeekedBody {
  response: OutboundResponse;
}

interface VideoProxyOptions {
  outbound: Outbound;
  slots: Semaphore;
  times?: VideoTimeouts;
}

export function createVideoProxy({
  outbound,
  slots,
  times = VIDEO_TIMEOUTS,
}: VideoProxyOptions): VideoProxy {
  async function open(
    request: VideoRequest,
    range: RangeRequest | null,
    isPlaylist: boolean,
  ): Promise<OpenedSource> {
    const started = performance.now();
    const headers: RequestHeaders = { accept: "*/*" };
    if (range !== null) {
      headers.range = formatRange(range);
      if (request.ifRange) headers["if-range"] = request.ifRange;
    }
    const response = await outbound.fetch(request.source, {
      firstByteMs: times.firstByteMs,
      idleMs: times.idleMs,
      headers,
      // Compressed bodies have no ranges or known length.
      compressed: isPlaylist,
      relayed: true,
      signal: request.signal,
      ownOrigin: request.ownOrigin,
    });
    // A small range arrives with its head: no timer, events or stream for it.
    if (response.whole !== null) return { response, first: response.whole, ended: true };
    const late = setTimeout(
      () => response.body.destroy(new UpstreamFailed("source.timeout")),
      times.firstByteMs - (performance.now() - started),
    );
    try {
      return {
        response,
        ...(await peekBody(response.body, isError(response) ? 0 : SNIFFED_BYTES)),
      };
    } catch (error) {
      throw toOutboundError(error);
    } finally {
      clearTimeout(late);
    }
  }

  async function respond(request: VideoRequest): Promise<VideoResponse> {
    const requested = parseRange(request.range);
    const isPlaylist = looksLikePlaylist(request.source);
    if (requested !== null && !isPlaylist) {
      const part = await open(request, requested, isPlaylist);
      const { status } = part.response;
      if (status !== 206 && status !== 416) return respondWithWhole(part, request, requested);
      const range = usableRange(part, requested, request.ifRange);
      const type =
        range === null
          ? null
          : await mediaTypeOfPart(part, range, (first) => open(request, first, isPlaylist));
      if (range !== null && type !== null) return respondWithPart(part, range, type);
      // A playlist, wrong range or changed validator.
      part.response.discard();
    }
    return respondWithWhole(await open(request, null, isPlaylist), request, requested);
  }

  return {
    async respond(request) {
      const release = slots.tryAcquire(request) ?? (await slots.acquire(request));
      let body: VideoResponse["body"] = null;
      try {
        const response = await respond(request);
        ({ body } = response);
        return response;
      } finally {
        releaseWithBody(body, release);
      }
    },
  };
}

function releaseWithBody(body: VideoResponse["body"], release: Release): void {
  if (body !== null && "pipe" in body && !body.closed) body.once("close", release);
  else release();
}

async function respondWithWhole(
  opened: OpenedSource,
  request: VideoRequest,
  requested: RangeRequest | null,
): Promise<VideoResponse> {
  const { response, first } = opened;
  try {
    requireFound(response);
    const size = opened.ended ? first.length : contentLength(response);
    const kind = mediaKind(first, size, response.headers["content-type"], response.url);
    if (kind.kind === "refused")
      throw refused(
        isPlaylistSource(response) ? "source.notAPlaylist" : "source.neitherMediaNorPlaylist",
      );
    if (kind.kind === "playlist")
      return respondWithText(
        await rewriteBody(response.body, first, {
          url: response.url,
          imports: request.imports,
          grant: request.grant,
        }),
        PLAYLIST_TYPE,
        request,
        requested,
      );
    const isJson = kind.type === JSON_TYPE;
    const read =
      isJson && !opened.ended
        ? { response, ...(await peekBody(response.body, READ_AHEAD_BYTES + 1)) }
        : opened;
    const list = isJson && read.ended ? rewriteList(read.first.toString(), response.url) : null;
    if (list !== null) {
      const body = Buffer.from(list);
      const etag = `"${createHash("sha1").update(body).digest("base64url")}"`;
      return respondWithText({ body, etag }, JSON_TYPE, request, requested);
    }
    return await respondWithMedia(
      read,
      kind.type,
      matchesIfRange(request.ifRange, response) ? requested : null,
    );
  } catch (error) {
    response.discard();
    throw toOutboundError(error);
  }
}

/** Ranges and validators refer to the rewritten text. */
function respondWithText(
  { body: text, etag }: RewrittenPlaylist,
  type: string,
  request: VideoRequest,
  requested: RangeRequest | null,
): VideoResponse {
  const headers = {
    "content-type": type,
    ...(type === PLAYLIST_TYPE
      ? {
          "cache-control": `public, max-age=${DAY_SECONDS}, s-maxage=${DAY_SECONDS}`,
          expires: new Date(Date.now() + DAY_SECONDS * 1000).toUTCString(),
        }
      : UNCACHED),
    "accept-ranges": "bytes",
    etag,
  };
  if (requested === null || (request.ifRange && request.ifRange !== etag))
    return {
      status: 200,
      headers: { ...headers, "content-length": String(text.length) },
      body: text,
      wholeHeaders: headers,
    };
  const range = resolveRange(requested, text.length);
  if (range === null) return unsatisfiable(text.length, headers);
  const body = text.subarray(range.start, range.end + 1);
  return {
    status: 206,
    headers: {
      ...headers,
      "content-length": String(body.length),
      "content-range": formatContentRange(range, text.length),
    },
    body,
    wholeHeaders: headers,
  };
}

async function respondWithMedia(
  opened: OpenedSource,
  type: string,
  requested: RangeRequest | null,
): Promise<VideoResponse> {
  const { response } = opened;
  const headers = mediaHeaders(response, type);
  const declared = contentLength(response);
  const { first, ended } =
    requested !== null && declared === null && !opened.ended
      ? await peekBody(response.body, READ_AHEAD_BYTES)
      : opened;
  const size = ended ? first.length : declared;
  const whole = ended ? first : response.body;
  if (requested === null)
    return {
      status: 200,
      headers: { ...headers, ...(size === null ? {} : { "content-length": String(size) }) },
      body: whole,
      wholeHeaders: headers,
    };
  if (size === null && ("suffix" in requested || requested.end === null))
    return { status: 200, headers, body: whole, wholeHeaders: headers };
  const range =
    size === null ? (requested as { start: number; end: number }) : resolveRange(requested, size);
  if (range === null) {
    response.discard();
    return unsatisfiable(size ?? 0, headers);
  }
  const length = range.end - range.start + 1;
  return {
    status: 206,
    headers: {
      ...headers,
      "content-length": String(length),
      "content-range": formatContentRange(range, size),
    },
    body: ended
      ? first.subarray(range.start, range.end + 1)
      : sliceBody(response.body, range.start, length),
    wholeHeaders: headers,
  };
}

/** Exactly the declared bytes. */
function respondWithPart(
  { response, first, ended }: OpenedSource,
  range: ContentRange,
  type: string,
): VideoResponse {
  const length = range.end - range.start + 1;
  const wholeHeaders = mediaHeaders(response, type);
  const headers = {
    ...wholeHeaders,
    "content-length": String(length),
    "content-range": formatContentRange(range, range.total),
  };
  if (ended && first.length < length) throw new UpstreamFailed("source.truncated");
  if (ended) return { status: 206, headers, body: first.subarray(0, length), wholeHeaders };
  return {
    status: 206,
    headers,
    body: contentLength(response) === length ? response.body : sliceBody(response.body, 0, length),
    wholeHeaders,
  };
}

function usableRange(
  { response }: OpenedSource,
  requested: RangeRequest,
  ifRange: string | null | undefined,
): ContentRange | null {
  const range =
    response.status === 206 && !response.decoded
      ? parseContentRange(response.headers["content-range"])
      : null;
  if (range === null || !isRequestedRange(range, requested) || !matchesIfRange(ifRange, response))
    return null;
  const length = contentLength(response);
  return length === null || length === range.end - range.start + 1 ? range : null;
}

/** Returns null for text that must be rewritten as a whole; rejects with `Invalid`. */
async function mediaTypeOfPart(
  { response, first }: OpenedSource,
  range: ContentRange,
  openPart: (first: RangeRequest) => Promise<OpenedSource>,
): Promise<string | null> {
  const declared = declaredMedia(response.headers["content-type"], response.url);
  if (range.start > 0 && declared !== null && declared !== JSON_TYPE) return declared;
  try {
    if (isPlaylistSource(response) || declared === JSON_TYPE) return null;
    const telling = Math.min(SNIFFED_BYTES, range.total ?? SNIFFED_BYTES);
    const isTelling = range.start === 0 && (declared !== null || first.length >= telling);
    const kind = mediaKind(
      isTelling ? first : await fetchFirstBytes(openPart),
      range.total,
      response.headers["content-type"],
      response.url,
    );
    if (kind.kind === "refused") throw refused("source.neitherMediaNorPlaylist");
    return kind.kind === "media" ? kind.type : null;
  } catch (error) {
    response.discard();
    throw error;
  }
}

/** Fetches the bytes that tell the type. */
async function fetchFirstBytes(
  openPart: (first: RangeRequest) => Promise<OpenedSource>,
): Promise<Buffer> {
  const { response, first } = await openPart({ start: 0, end: SNIFFED_BYTES - 1 });
  response.discard();
  return first;
}

function mediaHeaders({ headers }: OutboundResponse, type: string): Record<string, string> {
  const own: Record<string, string> = {
    "content-type": type,
    "cache-control": MEDIA_CACHE_CONTROL,
    "accept-ranges": "bytes",
  };
  if (headers.etag !== undefined) own["etag"] = headers.etag;
  if (headers["last-modified"] !== undefined) own["last-modified"] = headers["last-modified"];
  return own;
}

function unsatisfiable(size: number, wholeHeaders: Record<string, string>): VideoResponse {
  return {
    status: 416,
    headers: { "content-range": `bytes */${size}`, "accept-ranges": "bytes" },
    body: null,
    wholeHeaders,
  };
}

function requireFound(response: OutboundResponse): void {
  const { status } = response;
  if (status === 404 || status === 410) throw new NotFound("source.notFound");
  // Some servers send a whole body as 206.
  const range = status === 206 ? parseContentRange(response.headers["content-range"]) : null;
  if (status === 200 || (range?.start === 0 && range.total === range.end + 1)) return;
  throw new UpstreamFailed("source.status", { details: { status } });
}

/** RFC 9110 section 13.1.5. */
function matchesIfRange(
  ifRange: string | null | undefined,
  { headers }: OutboundResponse,
): boolean {
  if (!ifRange) return true;
  return ifRange.startsWith('"') ? headers.etag === ifRange : headers["last-modified"] === ifRange;
}

function contentLength({ headers, decoded }: OutboundResponse): number | null {
  const length = headers["content-length"];
  return length === undefined || decoded || !/^\d{1,15}$/.test(length) ? null : Number(length);
}

function looksLikePlaylist(source: string): boolean {
  // Parsing costs more than the rest; it removes line breaks and tabs.
  const url = /m3u|[\t\r\n]/i.test(source) ? parseUrl(source) : null;
  return url !== null && isPlaylistName(url);
}

function isPlaylistSource({ headers, url }: OutboundResponse): boolean {
  return isPlaylistType(headers["content-type"]) || isPlaylistName(url);
}

function isError({ status }: OutboundResponse): boolean {
  return status !== 200 && status !== 206;
}
