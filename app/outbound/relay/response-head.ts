import { UpstreamFailed } from "~/errors/app-error";

/** How the end of a body is known (RFC 9112 section 6.3). */
export type Framing =
  { kind: "none" } | { kind: "length"; length: number } | { kind: "chunked" } | { kind: "close" };

/** The head of an answer: header names in lower case, and how to read what follows. */
export interface ResponseHead {
  status: number;
  headers: Record<string, string>;
  framing: Framing;
  /** Whether the connection may be used again after the body, and for how many seconds the source says that it waits for that; null when it says nothing. */
  keepAlive: boolean;
  keepSeconds: number | null;
}

const STATUS_LINE = /^HTTP\/1\.([01]) ([1-5]\d\d)(?: |$)/;
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;
const VISIBLE = /^[\t\x20-\x7e\x80-\xff]*$/;
/** Sent once by whoever follows the rules. Of several the first counts, as in node; other headers become a list. */
const SINGLE = new Set([
  "age",
  "content-type",
  "etag",
  "expires",
  "last-modified",
  "location",
  "retry-after",
]);

/**
 * Reads the head of an answer to a GET, given without its empty line as latin1. Whatever two readers could understand differently
 * (RFC 9112 section 11.2: folded lines, two lengths, a length beside chunks) is not read at all: throws `UpstreamFailed`.
 */
export function parseResponseHead(text: string): ResponseHead {
  const [first = "", ...lines] = text.split("\r\n");
  const [, minor, code] = STATUS_LINE.exec(first) ?? [];
  if (code === undefined || !VISIBLE.test(first)) throw unreadable();
  // Without a prototype: a header may be called `constructor`.
  const headers = Object.create(null) as Record<string, string>;
  for (const line of lines) {
    const colon = line.indexOf(":");
    const name = line.slice(0, Math.max(0, colon)).toLowerCase();
    const value = line.slice(colon + 1).trim();
    if (!NAME.test(name) || !VISIBLE.test(value)) throw unreadable();
    const before = headers[name];
    if (before === undefined) headers[name] = value;
    else if (name === "content-length" && before !== value) throw unreadable();
    else if (!SINGLE.has(name) && name !== "content-length") headers[name] = `${before}, ${value}`;
  }
  const status = Number(code);
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

function framingOf(status: number, isHttp11: boolean, headers: Record<string, string>): Framing {
  const coding = headers["transfer-encoding"];
  const length = headers["content-length"];
  if (coding !== undefined) {
    if (coding.toLowerCase() !== "chunked" || !isHttp11 || length !== undefined) throw unreadable();
    return { kind: "chunked" };
  }
  if (length !== undefined && !/^\d{1,15}$/.test(length)) throw unreadable();
  if (status < 200 || status === 204 || status === 304) return { kind: "none" };
  return length === undefined ? { kind: "close" } : { kind: "length", length: Number(length) };
}

/** What ends an exchange whose answer breaks the rules of HTTP. */
export function unreadable(): UpstreamFailed {
  return new UpstreamFailed("The source's answer could not be read.");
}
