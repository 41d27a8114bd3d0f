import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

export type Encoding = "br" | "gzip";

/** Below this many bytes the headers outweigh what compression saves. */
const WORTH_COMPRESSING = 1_024;
const COMPRESSIBLE =
  /^(?:text\/|application\/(?:json|javascript|manifest\+json|xml|ld\+json)|image\/svg\+xml)/;

/** The best encoding that a request accepts (RFC 9110 section 12.5.3), or null for none. */
export function acceptedEncoding(acceptEncoding: string | null | undefined): Encoding | null {
  if (acceptEncoding === null || acceptEncoding === undefined) return null;
  const weights = new Map<string, number>();
  for (const part of acceptEncoding.toLowerCase().split(",")) {
    const [coding = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(coding, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  const weightOf = (coding: Encoding) => weights.get(coding) ?? weights.get("*") ?? 0;
  const brotli = weightOf("br");
  const zipped = weightOf("gzip");
  if (brotli > 0 && brotli >= zipped) return "br";
  return zipped > 0 ? "gzip" : null;
}

/** Compresses at a level that suits answers made on the spot: `fast` for those, `best` for what is kept and served often. */
export function compress(
  bytes: Uint8Array,
  encoding: Encoding,
  effort: "fast" | "best",
): Promise<Buffer> {
  if (encoding === "gzip") return compressGzip(bytes, { level: effort === "fast" ? 6 : 9 });
  const quality = effort === "fast" ? 4 : 9;
  return compressBrotli(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  });
}

/**
 * The same answer, compressed when its type and size make that worthwhile and the request accepts it. The strong ETag of
 * the plain bytes gets a suffix, because a compressed body is another representation (RFC 9110 section 8.8.3).
 */
export async function compressResponse(request: Request, response: Response): Promise<Response> {
  const { headers } = response;
  if (response.body === null || headers.has("content-encoding") || headers.has("content-range"))
    return response;
  if (!COMPRESSIBLE.test(headers.get("content-type") ?? "")) return response;
  const encoding = acceptedEncoding(request.headers.get("accept-encoding"));
  const bytes = new Uint8Array(await response.arrayBuffer());
  const plain = Object.fromEntries([...headers].filter(([name]) => name !== "set-cookie"));
  const cookies = headers.getSetCookie();
  plain["vary"] = withAcceptEncoding(plain["vary"]);
  const finish = (body: Uint8Array<ArrayBuffer>): Response => {
    const answer = new Response(request.method === "HEAD" ? null : body, {
      status: response.status,
      statusText: response.statusText,
      headers: plain,
    });
    answer.headers.set("content-length", String(body.byteLength));
    for (const cookie of cookies) answer.headers.append("set-cookie", cookie);
    return answer;
  };
  if (encoding === null || bytes.byteLength < WORTH_COMPRESSING) return finish(bytes);
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
