import { createByteCache, type CacheUsage } from "~/caching/byte-cache";
import type { KeyCache } from "~/caching/key-cache";
import { createSingleFlight } from "~/concurrency/single-flight";
import { matchesEtag, strongEtag } from "./conditional-request.server";
import { negotiateEncoding, compress, type Encoding } from "./compress.server";
import { prepareHead } from "~/http/v8/prepared-headers.server";
import { markComplete } from "./complete-response.server";
import { publicCacheControl } from "./shared-cache";

export type PublicBody = ({ json: string } | { text: string; contentType: string }) & {
  headers?: Record<string, string>;
};

export interface Freshness {
  maxAgeSeconds: number;
  /** Adds the HTTP/1.0 header. */
  expires?: boolean;
  /** Whether caches may serve it while they renew it, or cannot. */
  mayBeStale?: boolean;
}

export interface CacheableResponse {
  queryKey: string;
  produce: () => Promise<PublicBody>;
}

interface CacheRequest {
  request: Request;
  vary?: string | undefined;
  freshness: Freshness;
  /** The query as sent. A hit of it skips `resolve`. */
  urlKey: string;
  /** Resolves the response; may throw `Invalid`. */
  resolve: () => CacheableResponse;
}

export interface ResponseCache {
  /** Returns null unless the bytes to send are ready. */
  ready(request: Omit<CacheRequest, "resolve">): Response | null;
  respond(request: CacheRequest): Response | Promise<Response>;
  clear(): void;
  readonly usage: CacheUsage;
}

type Coding = Encoding | "identity";

interface SentHeaders {
  expiry: string | undefined;
  vary: string | undefined;
  bytes: Uint8Array | undefined;
  notModified: Record<string, string>;
  whole: Record<string, string>;
}

interface Entry {
  key: string;
  contentType: string;
  headers: Record<string, string>;
  /** One per coding (RFC 9110 section 8.8.3). */
  etags: Record<Coding, string>;
  bytes: { identity: Uint8Array } & Partial<Record<Encoding, Uint8Array>>;
  compressing: Partial<Record<Encoding, Promise<Uint8Array>>>;
  sent: Partial<Record<Coding, SentHeaders>>;
  size: number;
}

/** Responses above this share would evict too many others. */
const MAX_ENTRY_SHARE = 1 / 4;
const MIN_COMPRESSED_BYTES = 1_024;
/** Headers and maps, in bytes. */
const ENTRY_OVERHEAD = 4_096;

interface ResponseCacheOptions {
  maxBytes: number;
  /** Keys of responses by the request as sent. */
  queryKeysByUrlKey: KeyCache;
  now?: () => number;
}

export function createResponseCache({
  maxBytes,
  queryKeysByUrlKey,
  now = Date.now,
}: ResponseCacheOptions): ResponseCache {
  const entries = createByteCache<Entry>(maxBytes, { maxEntryShare: MAX_ENTRY_SHARE });
  const flights = createSingleFlight<Entry>();
  const expiryIn = expiryClock(now);
  let generation = 0;

  function produceEntry({ queryKey: key, produce }: CacheableResponse): Promise<Entry> {
    const started = generation;
    return flights.run(key, async () => {
      const entry = toEntry(key, await produce());
      if (generation === started) entries.set(key, entry, entry.size);
      return entry;
    });
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

  function grow(entry: Entry, bytes: number): void {
    entry.size += bytes;
    if (entries.peek(entry.key) === entry) entries.set(entry.key, entry, entry.size);
  }

  function respondWith(entry: Entry, request: CacheRequest): Response | Promise<Response> {
    const ready = respondFrom(entry, request);
    if (ready !== null) return ready;
    const coding = codingFor(entry, request.request.headers.get("accept-encoding"));
    if (coding === "identity") throw new Error("The identity coding is always ready.");
    return compressed(entry, coding).then((bytes) =>
      send(bytes, headersOf(entry, coding, request)),
    );
  }

  function respondFrom(entry: Entry, request: Omit<CacheRequest, "resolve">): Response | null {
    const { headers } = request.request;
    const coding = codingFor(entry, headers.get("accept-encoding"));
    const bytes = entry.bytes[coding];
    const ifNoneMatch = headers.get("if-none-match");
    if (ifNoneMatch !== null && matchesEtag(ifNoneMatch, entry.etags.identity))
      return markComplete(
        new Response(null, {
          status: 304,
          headers: headersOf(entry, coding, request).notModified,
        }),
      );
    return bytes === undefined ? null : send(bytes, headersOf(entry, coding, request));
  }

  /** A miss counts once, when it is looked for by its own key. */
  function findEntry(urlKey: string): Entry | undefined {
    const key = queryKeysByUrlKey.get(urlKey);
    return key === undefined || entries.peek(key) === undefined ? undefined : entries.get(key);
  }

  /** Reuses header objects; with `Expires`, for a second. */
  function headersOf(
    entry: Entry,
    coding: Coding,
    {
      vary,
      freshness: { maxAgeSeconds, expires, mayBeStale = false },
    }: Omit<CacheRequest, "resolve">,
  ): SentHeaders {
    const expiry = expires === true ? expiryIn(maxAgeSeconds) : undefined;
    const bytes = entry.bytes[coding];
    const last = entry.sent[coding];
    if (last !== undefined && last.expiry === expiry && last.vary === vary && last.bytes === bytes)
      return last;
    const notModified: Record<string, string> = {
      ...entry.headers,
      etag: entry.etags[coding],
      "cache-control": publicCacheControl(maxAgeSeconds, { mayBeStale }),
      vary: vary === undefined ? "Accept-Encoding" : `Accept-Encoding, ${vary}`,
    };
    if (expiry !== undefined) notModified["expires"] = expiry;
    const whole: Record<string, string> = { ...notModified, "content-type": entry.contentType };
    if (coding !== "identity") whole["content-encoding"] = coding;
    if (bytes !== undefined) whole["content-length"] = String(bytes.byteLength);
    const headers = {
      expiry,
      vary,
      bytes,
      notModified: prepareHead(notModified),
      whole: prepareHead(whole),
    };
    entry.sent[coding] = headers;
    return headers;
  }

  return {
    ready(request) {
      const entry = findEntry(request.urlKey);
      return entry === undefined ? null : respondFrom(entry, request);
    },
    respond(request) {
      const hit = findEntry(request.urlKey);
      if (hit !== undefined) return respondWith(hit, request);
      const resolved = request.resolve();
      queryKeysByUrlKey.set(request.urlKey, resolved.queryKey);
      const entry = entries.get(resolved.queryKey);
      if (entry !== undefined) return respondWith(entry, request);
      return produceEntry(resolved).then((produced) => respondWith(produced, request));
    },
    clear() {
      generation += 1;
      entries.clear();
      flights.clear();
    },
    get usage() {
      return entries.usage;
    },
  };
}

function send(bytes: Uint8Array, { whole }: SentHeaders): Response {
  return markComplete(new Response(bytes as Uint8Array<ArrayBuffer>, { headers: whole }));
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
  if (entry.bytes.identity.byteLength < MIN_COMPRESSED_BYTES) return "identity";
  return negotiateEncoding(acceptEncoding) ?? "identity";
}

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
