/** A single range as it was asked for, before the size is known: from `start` to `end` or the last byte, or the last `suffix` bytes. */
export type RangeRequest = { start: number; end: number | null } | { suffix: number };

/** A range of a body of known size: both ends count. */
export interface ByteRange {
  start: number;
  end: number;
}

/** What an answer says that its body is; `total` is null where the sender does not know it. */
export interface ContentRange extends ByteRange {
  total: number | null;
}

const SINGLE_RANGE = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i;
const CONTENT_RANGE = /^bytes\s+(\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i;

/**
 * Reads a `Range` header. Null means that it does not count and the whole is sent (RFC 9110 section 14.2): another unit, malformed,
 * or more than one range. Several ranges are not served because no player asks for them, but attacks do.
 */
export function parseRange(header: string | null | undefined): RangeRequest | null {
  const match = SINGLE_RANGE.exec(header ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (match === null || (first === "" && last === "")) return null;
  if (first === "") return { suffix: bounded(last) };
  if (last === "") return { start: bounded(first), end: null };
  return bounded(first) > bounded(last) ? null : { start: bounded(first), end: bounded(last) };
}

/** The range within a body of `size` bytes, or null when it has none of these bytes (416). */
export function resolveRange(range: RangeRequest, size: number): ByteRange | null {
  if ("suffix" in range)
    return range.suffix === 0 || size === 0
      ? null
      : { start: Math.max(0, size - range.suffix), end: size - 1 };
  if (range.start >= size) return null;
  return { start: range.start, end: Math.min(range.end ?? size - 1, size - 1) };
}

/** The range as a `Range` header of our own making. */
export function formatRange(range: RangeRequest): string {
  return "suffix" in range ? `bytes=-${range.suffix}` : `bytes=${range.start}-${range.end ?? ""}`;
}

/** Reads the `Content-Range` of a 206. Null when it is missing, several, or contradicts itself. */
export function parseContentRange(header: string | undefined): ContentRange | null {
  const match = CONTENT_RANGE.exec(header?.trim() ?? "");
  if (match === null) return null;
  const [start, end] = [Number(match[1]), Number(match[2])];
  const total = match[3] === "*" ? null : Number(match[3]);
  return start > end || (total !== null && end >= total) ? null : { start, end, total };
}

/** `Content-Range` as we send it. */
export function formatContentRange({ start, end }: ByteRange, total: number | null): string {
  return `bytes ${start}-${end}/${total ?? "*"}`;
}

/**
 * Whether an answer's range is exactly what was asked for, as far as that can be known: of a body of unknown size, neither its last bytes
 * nor where it ends.
 */
export function isWanted(answer: ContentRange, asked: RangeRequest): boolean {
  if (answer.total === null)
    return (
      !("suffix" in asked) &&
      answer.start === asked.start &&
      answer.end === (asked.end ?? answer.end)
    );
  const expected = resolveRange(asked, answer.total);
  return expected?.start === answer.start && expected.end === answer.end;
}

/** Numbers beyond any file are all the same, and stay exact. */
function bounded(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}
