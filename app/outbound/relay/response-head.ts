import { malformedResponse } from "~/outbound/outbound-error";

/** RFC 9112 section 6.3. */
export type Framing =
  | { kind: "none" }
  | { kind: "length"; length: number }
  | { kind: "chunked" }
  | { kind: "close" };

export interface ResponseHead {
  status: number;
  headers: Record<string, string>;
  framing: Framing;
  keepAlive: boolean;
  keepSeconds: number | null;
}

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: |$)/;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VISIBLE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** The first of these headers counts, as in Node; others are joined. */
const SINGLE = new Set([
  "age",
  "content-type",
  "etag",
  "expires",
  "last-modified",
  "location",
  "retry-after",
]);

/** Throws `UpstreamFailed` for ambiguous framing (RFC 9112 section 11.2). */
export function parseResponseHead(text: string): ResponseHead {
  const [first = "", ...lines] = text.split("\r\n");
  const [, minor, code] = STATUS_LINE.exec(first) ?? [];
  if (code === undefined || !VISIBLE.test(first)) throw malformedResponse();
  // A header may be called `constructor`.
  const headers = Object.create(null) as Record<string, string>;
  for (const line of lines) {
    const { name, value } = parseField(line);
    const before = headers[name];
    if (before === undefined) headers[name] = value;
    else if (name === "content-length") throw malformedResponse();
    else if (!SINGLE.has(name)) headers[name] = `${before}, ${value}`;
  }
  const status = Number(code);
  // HTTP/1.0 has no interim responses (RFC 9110 section 15.2).
  if (status < 200 && minor === "0") throw malformedResponse();
  const framing = framingOf(status, minor === "1", headers);
  const connection = (headers["connection"] ?? "").toLowerCase();
  const mayStay = minor === "1" ? !connection.includes("close") : connection.includes("keep-alive");
  const seconds = /(?:^|[\s,])timeout=(\d{1,6})/i.exec(headers["keep-alive"] ?? "")?.[1];
  return {
    status,
    headers,
    framing,
    keepAlive: mayStay && framing.kind !== "close",
    keepSeconds: seconds === undefined ? null : Number(seconds),
  };
}

/** RFC 9112 section 5. */
export function parseField(line: string): { name: string; value: string } {
  const colon = line.indexOf(":");
  const name = line.slice(0, Math.max(0, colon)).toLowerCase();
  // `trim` would remove whitespace that belongs to the value.
  const value = line.slice(colon + 1).replace(/^[ \t]+|[ \t]+$/g, "");
  if (!NAME.test(name) || !VISIBLE.test(value)) throw malformedResponse();
  return { name, value };
}

function framingOf(status: number, isHttp11: boolean, headers: Record<string, string>): Framing {
  const coding = headers["transfer-encoding"];
  const length = headers["content-length"];
  const isChunked = coding?.toLowerCase() === "chunked" && isHttp11 && length === undefined;
  if (coding !== undefined && !isChunked) throw malformedResponse();
  if (length !== undefined && !/^\d{1,15}$/.test(length)) throw malformedResponse();
  if (status < 200 || status === 204 || status === 304) return { kind: "none" };
  if (isChunked) return { kind: "chunked" };
  return length === undefined ? { kind: "close" } : { kind: "length", length: Number(length) };
}
