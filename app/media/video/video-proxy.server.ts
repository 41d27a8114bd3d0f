import { createHash } from "node:crypto";
import type { Readable } from "node:stream";
import { NotFound, UpstreamFailed } from "~/errors/app-error";
import type { Outbound, OutboundAnswer } from "~/outbound/guarded-fetch.server";
import { outboundError } from "~/outbound/outbound-error";
import { refused } from "~/outbound/source-rules";
import {
  formatContentRange,
  formatRange,
  isWanted,
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
import { rewriteBody } from "./playlist-body.server";
import { rewriteList } from "./rewrite-list";
import { sliceBody } from "./slice-body.server";

/** What a viewer asks for, in HTTP's words but without HTTP. */
export interface VideoRequest {
  source: string;
  range?: string | null;
  ifRange?: string | null;
  /** Variables that a multivariant playlist handed on. */
  imports?: ReadonlyMap<string, string>;
  /** Aborted when the viewer leaves. */
  signal: AbortSignal;
  /** The public origin under which the viewer reached us, refused as a source. */
  ownOrigin: string;
}

/** What to answer. A stream must be read or destroyed. 416 has no body. */
export interface VideoAnswer {
  status: 200 | 206 | 416;
  headers: Record<string, string>;
  body: Readable | Buffer<ArrayBuffer> | null;
}

export interface VideoProxy {
  /**
   * Fetches a playlist and rewrites it, or a segment and relays it. Rejects with `Invalid` for a refused source and for what is neither,
   * `NotFound`, `UpstreamFailed`, `Busy` and `Cancelled`.
   */
  answer(request: VideoRequest): Promise<VideoAnswer>;
}

/** How long a source may take; milliseconds. */
export interface VideoTimes {
  /** Until the first bytes of the body, redirects included. */
  firstByteMs: number;
  /** Between two parts of the body, while the viewer takes more. */
  idleMs: number;
}

export const VIDEO_TIMES: VideoTimes = { firstByteMs: 20_000, idleMs: 30_000 };

const DAY_SECONDS = 86_400;
/** Which pathway to take and what to show in between is decided anew each time that a player asks. */
const UNKEPT = { "cache-control": "private, no-store" };
const PLAYLIST_TYPE = "application/vnd.apple.mpegurl";
/** How much of a body of unknown length is read ahead to find its end, so that a range of it can be told exactly. */
const READ_AHEAD_BYTES = 1024 * 1024;

/** A source's answer with its first bytes. */
interface Opened extends PeekedBody {
  answer: OutboundAnswer;
}

export function createVideoProxy(outbound: Outbound, times: VideoTimes = VIDEO_TIMES): VideoProxy {
  /** Fetches the source, whole or in part, and waits for its first bytes. */
  async function open(request: VideoRequest, range: RangeRequest | null): Promise<Opened> {
    const started = performance.now();
    const answer = await outbound.fetch(request.source, {
      ...times,
      headers: {
        accept: "*/*",
        ...(range === null
          ? {}
          : {
              range: formatRange(range),
              ...(request.ifRange ? { "if-range": request.ifRange } : {}),
            }),
      },
      // Compressed bytes have no ranges and lose their length, so only playlists may be.
      compressed: URL.canParse(request.source) && isPlaylistName(new URL(request.source)),
      relayed: true,
      signal: request.signal,
      ownOrigin: request.ownOrigin,
    });
    const late = setTimeout(
      () => answer.body.destroy(new UpstreamFailed("The source did not answer in time.")),
      times.firstByteMs - (performance.now() - started),
    );
    try {
      return { answer, ...(await peekBody(answer.body, isRefusal(answer) ? 0 : SNIFFED_BYTES)) };
    } catch (error) {
      throw outboundError(error);
    } finally {
      clearTimeout(late);
    }
  }

  return {
    async answer(request) {
      const asked = parseRange(request.range);
      if (asked !== null && !looksLikePlaylist(request.source)) {
        const part = await open(request, asked);
        const { status } = part.answer;
        if (status !== 206 && status !== 416) return wholeAnswer(part, request, asked);
        const range = partOf(part, asked, request.ifRange);
        const type =
          range === null ? null : await typeOfPart(part, range, (first) => open(request, first));
        if (range !== null && type !== null) return partAnswer(part, range, type);
        // A playlist, a source that does not serve ranges as it says, or a validator that no longer holds: the whole tells.
        part.answer.discard();
      }
      return wholeAnswer(await open(request, null), request, asked);
    },
  };
}

/** From the source as a whole: a rewritten playlist, or media, either in full or the bytes asked for. */
async function wholeAnswer(
  opened: Opened,
  request: VideoRequest,
  asked: RangeRequest | null,
): Promise<VideoAnswer> {
  const { answer, first } = opened;
  try {
    requireFound(answer);
    const kind = mediaKind(first, answer.headers["content-type"], answer.url);
    if (kind.kind === "refused")
      throw refused(
        isPlaylistSource(answer)
          ? "The source is not a playlist."
          : "The source is neither a playlist nor media.",
      );
    if (kind.kind === "playlist")
      return textAnswer(
        await rewriteBody(answer.body, first, { url: answer.url, imports: request.imports }),
        PLAYLIST_TYPE,
        request,
        asked,
      );
    const isJson = kind.type === JSON_TYPE;
    const read =
      isJson && !opened.ended
        ? { answer, ...(await peekBody(answer.body, READ_AHEAD_BYTES + 1)) }
        : opened;
    const list = isJson && read.ended ? rewriteList(read.first.toString(), answer.url) : null;
    if (list !== null) return textAnswer(Buffer.from(list), JSON_TYPE, request, asked);
    return await mediaAnswer(read, kind.type, holds(request.ifRange, answer) ? asked : null);
  } catch (error) {
    answer.discard();
    throw outboundError(error);
  }
}

/** What was rewritten: ranges and validators are those of the new text. */
function textAnswer(
  text: Buffer<ArrayBuffer>,
  type: string,
  request: VideoRequest,
  asked: RangeRequest | null,
): VideoAnswer {
  const etag = `"${createHash("sha1").update(text).digest("base64url")}"`;
  const headers = {
    "content-type": type,
    ...(type === PLAYLIST_TYPE
      ? {
          "cache-control": `public, max-age=${DAY_SECONDS}, s-maxage=${DAY_SECONDS}`,
          expires: new Date(Date.now() + DAY_SECONDS * 1000).toUTCString(),
        }
      : UNKEPT),
    "accept-ranges": "bytes",
    etag,
  };
  if (asked === null || (request.ifRange && request.ifRange !== etag))
    return {
      status: 200,
      headers: { ...headers, "content-length": String(text.length) },
      body: text,
    };
  const range = resolveRange(asked, text.length);
  if (range === null) return unsatisfiable(text.length);
  const body = text.subarray(range.start, range.end + 1);
  return {
    status: 206,
    headers: {
      ...headers,
      "content-length": String(body.length),
      "content-range": formatContentRange(range, text.length),
    },
    body,
  };
}

/** Media that came from its first byte on. The source did not apply the range, so we do. */
async function mediaAnswer(
  opened: Opened,
  type: string,
  asked: RangeRequest | null,
): Promise<VideoAnswer> {
  const { answer } = opened;
  const headers = mediaHeaders(answer, type);
  const declared = lengthOf(answer);
  // Of a short body whose length nobody told, the end is the quickest way to it.
  const { first, ended } =
    asked !== null && declared === null && !opened.ended
      ? await peekBody(answer.body, READ_AHEAD_BYTES)
      : opened;
  const size = ended ? first.length : declared;
  const whole = ended ? first : answer.body;
  if (asked === null)
    return {
      status: 200,
      headers: { ...headers, ...(size === null ? {} : { "content-length": String(size) }) },
      body: whole,
    };
  if (size === null && ("suffix" in asked || asked.end === null))
    return { status: 200, headers, body: whole };
  const range =
    size === null ? (asked as { start: number; end: number }) : resolveRange(asked, size);
  if (range === null) {
    answer.discard();
    return unsatisfiable(size ?? 0);
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
      : sliceBody(answer.body, range.start, length),
  };
}

/** The source's own 206, relayed with exactly the bytes that it announces. */
function partAnswer(
  { answer, first, ended }: Opened,
  range: ContentRange,
  type: string,
): VideoAnswer {
  const length = range.end - range.start + 1;
  const headers = {
    ...mediaHeaders(answer, type),
    "content-length": String(length),
    "content-range": formatContentRange(range, range.total),
  };
  if (ended && first.length < length)
    throw new UpstreamFailed("The source ended before its last byte.");
  if (ended) return { status: 206, headers, body: first.subarray(0, length) };
  return {
    status: 206,
    headers,
    body: lengthOf(answer) === length ? answer.body : sliceBody(answer.body, 0, length),
  };
}

/** The range of a 206 that may be relayed as it is, or null. */
function partOf(
  { answer }: Opened,
  asked: RangeRequest,
  ifRange: string | null | undefined,
): ContentRange | null {
  const range =
    answer.status === 206 && !answer.decoded
      ? parseContentRange(answer.headers["content-range"])
      : null;
  if (range === null || !isWanted(range, asked) || !holds(ifRange, answer)) return null;
  const length = lengthOf(answer);
  return length === null || length === range.end - range.start + 1 ? range : null;
}

/** The type to relay a part with. Null when it is of a text that may be rewritten; rejects with `Invalid` when it is nobody's. */
async function typeOfPart(
  { answer, first }: Opened,
  range: ContentRange,
  openPart: (first: RangeRequest) => Promise<Opened>,
): Promise<string | null> {
  const declared = declaredMedia(answer.headers["content-type"], answer.url);
  if (range.start > 0 && declared !== null && declared !== JSON_TYPE) return declared;
  try {
    if (isPlaylistSource(answer) || declared === JSON_TYPE) return null;
    const kind = mediaKind(
      range.start === 0 ? first : await beginning(openPart),
      answer.headers["content-type"],
      answer.url,
    );
    if (kind.kind === "refused") throw refused("The source is neither a playlist nor media.");
    return kind.kind === "media" ? kind.type : null;
  } catch (error) {
    answer.discard();
    throw error;
  }
}

/** A part from the middle says nothing about itself, so the beginning is looked at as well. */
async function beginning(openPart: (first: RangeRequest) => Promise<Opened>): Promise<Buffer> {
  const { answer, first } = await openPart({ start: 0, end: SNIFFED_BYTES - 1 });
  answer.discard();
  return first;
}

function mediaHeaders({ headers }: OutboundAnswer, type: string): Record<string, string> {
  return {
    "content-type": type,
    "cache-control": `public, max-age=${DAY_SECONDS}`,
    "accept-ranges": "bytes",
    ...(headers.etag === undefined ? {} : { etag: headers.etag }),
    ...(headers["last-modified"] === undefined
      ? {}
      : { "last-modified": headers["last-modified"] }),
  };
}

function unsatisfiable(size: number): VideoAnswer {
  return {
    status: 416,
    headers: { "content-range": `bytes */${size}`, "accept-ranges": "bytes" },
    body: null,
  };
}

function requireFound(answer: OutboundAnswer): void {
  const { status } = answer;
  if (status === 404 || status === 410) throw new NotFound("The source does not exist.");
  // Some servers call even a whole body partial.
  const range = status === 206 ? parseContentRange(answer.headers["content-range"]) : null;
  if (status === 200 || (range?.start === 0 && range.total === range.end + 1)) return;
  throw new UpstreamFailed("The source answered with an error.", { details: { status } });
}

/** Whether the source still is what the viewer has part of (RFC 9110 section 13.1.5): a strong tag, or a date to the letter. */
function holds(ifRange: string | null | undefined, { headers }: OutboundAnswer): boolean {
  if (!ifRange) return true;
  return ifRange.startsWith('"') ? headers.etag === ifRange : headers["last-modified"] === ifRange;
}

function lengthOf({ headers, decoded }: OutboundAnswer): number | null {
  const length = headers["content-length"];
  return length === undefined || decoded || !/^\d{1,15}$/.test(length) ? null : Number(length);
}

function looksLikePlaylist(source: string): boolean {
  return URL.canParse(source) && isPlaylistName(new URL(source));
}

function isPlaylistSource({ headers, url }: OutboundAnswer): boolean {
  return isPlaylistType(headers["content-type"]) || isPlaylistName(url);
}

function isRefusal({ status }: OutboundAnswer): boolean {
  return status !== 200 && status !== 206;
}
