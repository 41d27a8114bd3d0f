import { matchesEtag, strongEtag } from "./conditional-request.server";
import { acceptedEncoding, compress, type Encoding } from "./compress.server";
import { markPrepared } from "./prepared-response.server";

/** A body that is the same for everybody, with the headers that belong to it: JSON, or a text that names its type. */
export type PublicBody = ({ json: string } | { text: string; contentType: string }) & {
  headers?: Record<string, string>;
};

/** How long others may keep an answer. `expires` adds the HTTP/1.0 header of the same meaning. */
export interface Freshness {
  maxAgeSeconds: number;
  expires?: boolean;
}

/** What an answer is made of: its name among all answers, and how to make it. */
export interface PublicAnswer {
  /** Equal for all requests that mean the same. */
  key: string;
  produce: () => Promise<PublicBody>;
}

interface Asked {
  request: Request;
  /** Added to `Vary`; what the process varies by. */
  vary?: string | undefined;
  freshness: Freshness;
  /** The request as it was written, endpoint included. Known ones are answered without `resolve`. */
  spelling: string;
  /** Reads the request. May throw what the request's sender did wrong. */
  resolve: () => PublicAnswer;
}

/** Keeps whole answers, serialised and compressed once, and hands them out without touching them again. */
export interface AnswerCache {
  respond(asked: Asked): Response | Promise<Response>;
  /** Forgets everything, and whatever is being made at the moment too. */
  clear(): void;
  /** Bytes held, by our own accounting. */
  readonly size: number;
}

type Coding = Encoding | "identity";

interface SentHeaders {
  expiry: string | undefined;
  vary: string | undefined;
  notModified: Record<string, string>;
  whole: Record<string, string>;
}

interface Entry {
  key: string;
  contentType: string;
  headers: Record<string, string>;
  /** A compressed body is another representation and has a tag of its own (RFC 9110 section 8.8.3). */
  etags: Record<Coding, string>;
  bytes: { identity: Uint8Array } & Partial<Record<Encoding, Uint8Array>>;
  compressing: Partial<Record<Encoding, Promise<Uint8Array>>>;
  sent: Partial<Record<Coding, SentHeaders>>;
  size: number;
}

/** The most bytes that answers may take. About two thousand pages of the listing with all their encodings. */
export const ANSWER_CACHE_BYTES = 96 * 1024 * 1024;
/** A single answer larger than this share would push out too much of everything else. */
const LARGEST_SHARE = 1 / 8;
/** Spellings of requests that are remembered, and the longest one. Others only cost their reading. */
const MOST_SPELLINGS = 4_000;
const LONGEST_SPELLING = 1_000;
/** Below this the headers outweigh what compression saves. */
const WORTH_COMPRESSING = 1_024;
/** What an entry costs beside its bytes: its headers in each encoding, and the maps. */
const ENTRY_OVERHEAD = 4_096;

export function createAnswerCache(
  maxBytes: number = ANSWER_CACHE_BYTES,
  now: () => number = Date.now,
): AnswerCache {
  // Insertion order is order of use: the first entry is the one that was used longest ago.
  const entries = new Map<string, Entry>();
  const spellings = new Map<string, string>();
  const making = new Map<string, Promise<Entry>>();
  const expiryIn = expiryClock(now);
  let size = 0;
  let generation = 0;

  function find(key: string): Entry | undefined {
    const entry = entries.get(key);
    if (entry === undefined) return undefined;
    entries.delete(key);
    entries.set(key, entry);
    return entry;
  }

  function grow(entry: Entry, bytes: number): void {
    entry.size += bytes;
    if (entries.get(entry.key) !== entry) return;
    size += bytes;
    for (const [key, oldest] of entries) {
      if (size <= maxBytes) return;
      entries.delete(key);
      size -= oldest.size;
    }
  }

  function keep(entry: Entry): void {
    if (entry.size > maxBytes * LARGEST_SHARE) return;
    const before = entries.get(entry.key);
    if (before !== undefined) size -= before.size;
    entries.delete(entry.key);
    entries.set(entry.key, entry);
    size += entry.size;
    grow(entry, 0);
  }

  /** The first of several requests for one answer makes it; the others wait for the same. A failure reaches them all and is not kept. */
  function make({ key, produce }: PublicAnswer): Promise<Entry> {
    const underWay = making.get(key);
    if (underWay !== undefined) return underWay;
    const started = generation;
    const made = produce()
      .then((body) => {
        const entry = toEntry(key, body);
        if (generation === started) keep(entry);
        return entry;
      })
      .finally(() => {
        if (making.get(key) === made) making.delete(key);
      });
    making.set(key, made);
    return made;
  }

  function compressed(entry: Entry, encoding: Encoding): Promise<Uint8Array> {
    return (entry.compressing[encoding] ??= compress(entry.bytes.identity, encoding, "fast").then(
      (bytes) => {
        entry.bytes[encoding] = bytes;
        delete entry.compressing[encoding];
        grow(entry, bytes.byteLength);
        return bytes;
      },
    ));
  }

  function answer(entry: Entry, { request, vary, freshness }: Asked): Response | Promise<Response> {
    const asked = request.headers;
    const coding = codingFor(entry, asked.get("accept-encoding"));
    const headers = headersOf(entry, coding, vary, freshness);
    if (matchesEtag(asked.get("if-none-match"), entry.etags.identity))
      return markPrepared(new Response(null, { status: 304, headers: headers.notModified }));
    const send = (bytes: Uint8Array): Response =>
      markPrepared(new Response(bytes as Uint8Array<ArrayBuffer>, { headers: headers.whole }));
    if (coding === "identity") return send(entry.bytes.identity);
    const ready = entry.bytes[coding];
    return ready === undefined ? compressed(entry, coding).then(send) : send(ready);
  }

  /** The headers of an answer stay the same objects for as long as they say the same: with `Expires`, for a second. */
  function headersOf(
    entry: Entry,
    coding: Coding,
    vary: string | undefined,
    { maxAgeSeconds, expires }: Freshness,
  ): SentHeaders {
    const expiry = expires === true ? expiryIn(maxAgeSeconds) : undefined;
    const last = entry.sent[coding];
    if (last !== undefined && last.expiry === expiry && last.vary === vary) return last;
    const notModified: Record<string, string> = {
      ...entry.headers,
      etag: entry.etags[coding],
      "cache-control": `public, max-age=${maxAgeSeconds}, s-maxage=${maxAgeSeconds}`,
      vary: vary === undefined ? "Accept-Encoding" : `Accept-Encoding, ${vary}`,
    };
    if (expiry !== undefined) notModified["expires"] = expiry;
    const whole: Record<string, string> = { ...notModified, "content-type": entry.contentType };
    if (coding !== "identity") whole["content-encoding"] = coding;
    const headers = { expiry, vary, notModified, whole };
    entry.sent[coding] = headers;
    return headers;
  }

  return {
    respond(asked) {
      const known = spellings.get(asked.spelling);
      const hit = known === undefined ? undefined : find(known);
      if (hit !== undefined) return answer(hit, asked);
      const wanted = asked.resolve();
      if (asked.spelling.length <= LONGEST_SPELLING) {
        spellings.delete(asked.spelling);
        spellings.set(asked.spelling, wanted.key);
        if (spellings.size > MOST_SPELLINGS) spellings.delete(spellings.keys().next().value ?? "");
      }
      const entry = find(wanted.key);
      if (entry !== undefined) return answer(entry, asked);
      return make(wanted).then((made) => answer(made, asked));
    },
    clear() {
      generation += 1;
      entries.clear();
      making.clear();
      size = 0;
    },
    get size() {
      return size;
    },
  };
}

function toEntry(key: string, body: PublicBody): Entry {
  const bytes = Buffer.from("json" in body ? body.json : body.text);
  const etag = strongEtag(bytes);
  const suffixed = (encoding: Encoding): string => `${etag.slice(0, -1)}-${encoding}"`;
  return {
    key,
    contentType: "json" in body ? "application/json; charset=utf-8" : body.contentType,
    headers: body.headers ?? {},
    etags: { identity: etag, br: suffixed("br"), gzip: suffixed("gzip") },
    bytes: { identity: bytes },
    compressing: {},
    sent: {},
    size: bytes.byteLength + 2 * key.length + ENTRY_OVERHEAD,
  };
}

function codingFor(entry: Entry, acceptEncoding: string | null): Coding {
  if (entry.bytes.identity.byteLength < WORTH_COMPRESSING) return "identity";
  return acceptedEncoding(acceptEncoding) ?? "identity";
}

/** `Expires` changes once a second, so it is written once a second. */
function expiryClock(now: () => number): (seconds: number) => string {
  const written = new Map<number, { second: number; text: string }>();
  return (seconds) => {
    const second = Math.floor(now() / 1000);
    const last = written.get(seconds);
    if (last?.second === second) return last.text;
    const text = new Date((second + seconds) * 1000).toUTCString();
    written.set(seconds, { second, text });
    return text;
  };
}
