import Negotiator from "negotiator";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export type Encoding = "br" | "gzip";

const MIN_COMPRESSED_BYTES = 1_024;
const COMPRESSIBLE =
  /^(?:text\/|application\/(?:json|atom\+xml|feed\+json|javascript|manifest\+json|xml|ld\+json)|image\/svg\+xml)/;

/** Browsers send a handful of values; a flood of others must not stay. */
const MAX_NEGOTIATED = 64;
const MAX_HEADER_LENGTH = 100;
const negotiated = new Map<string, Encoding | null>();

export function negotiateEncoding(acceptEncoding: string | null | undefined): Encoding | null {
  const key = acceptEncoding ?? "";
  const cached = negotiated.get(key);
  if (cached !== undefined) return cached;
  const encoding = negotiate(acceptEncoding);
  if (negotiated.size < MAX_NEGOTIATED && key.length <= MAX_HEADER_LENGTH)
    negotiated.set(key, encoding);
  return encoding;
}

function negotiate(acceptEncoding: string | null | undefined): Encoding | null {
  const negotiator = new Negotiator({
    headers: { "accept-encoding": acceptEncoding ?? undefined },
  });
  const [best] = negotiator.encodings(["br", "gzip"], { preferred: ["br", "gzip"] });
  return best ?? null;
}

/**
 * `fast` for what a request waits for: the next levels take half as long again, for a twentieth
 * fewer bytes. `best` for what is compressed once.
 */
export function compress(
  bytes: Uint8Array,
  encoding: Encoding,
  effort: "fast" | "best",
): Promise<Buffer> {
  if (encoding === "gzip") return compressGzip(bytes, { level: effort === "fast" ? 4 : 9 });
  const quality = effort === "fast" ? 3 : 9;
  return compressBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  });
}

/**
 * Adds a suffix to the ETag: a compressed body is another representation (RFC 9110 section 8.8.3).
 */
export async function compressResponse(request: Request, response: Response): Promise<Response> {
  const { headers } = response;
  if (headers.has("content-encoding") || headers.has("content-range")) return response;
  if (!COMPRESSIBLE.test(headers.get("content-type") ?? "")) return response;
  if (response.body === null) {
    // Reading the body makes the adapter copy the headers.
    if (request.method === "HEAD")
      response.headers.set("vary", withAcceptEncoding(headers.get("vary") ?? undefined));
    return response;
  }
  const encoding = negotiateEncoding(request.headers.get("accept-encoding"));
  const bytes = new Uint8Array(await response.arrayBuffer());
  const plain = Object.fromEntries([...headers].filter(([name]) => name !== "set-cookie"));
  const cookies = headers.getSetCookie();
  plain["vary"] = withAcceptEncoding(plain["vary"]);
  const finish = (body: Uint8Array<ArrayBuffer>): Response => {
    const compressed = new Response(request.method === "HEAD" ? null : body, {
      status: response.status,
      statusText: response.statusText,
      headers: plain,
    });
    compressed.headers.set("content-length", String(body.byteLength));
    for (const cookie of cookies) compressed.headers.append("set-cookie", cookie);
    return compressed;
  };
  if (encoding === null || bytes.byteLength < MIN_COMPRESSED_BYTES) return finish(bytes);
  plain["content-encoding"] = encoding;
  const etag = plain["etag"];
  if (etag?.startsWith('"')) plain["etag"] = `${etag.slice(0, -1)}-${encoding}"`;
  return finish(new Uint8Array(await compress(bytes, encoding, "fast")));
}

function withAcceptEncoding(vary: string | undefined): string {
  if (vary === undefined || vary === "") return "Accept-Encoding";
  return /(?:^|,)\s*(?:accept-encoding|\*)\s*(?:,|$)/i.test(vary)
    ? vary
    : `${vary}, Accept-Encoding`;
}
