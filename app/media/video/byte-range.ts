/** A `suffix` is a number of last bytes. */
export type RangeRequest = { start: number; end: number | null } | { suffix: number };

export interface ByteRange {
  start: number;
  end: number;
}

export interface ContentRange extends ByteRange {
  total: number | null;
}

const SINGLE_RANGE = /^bytes=\s*(\d*)\s*-\s*(\d*)\s*$/i;
const CONTENT_RANGE = /^bytes\s+(\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i;

/**
 * Returns null for a range to ignore (RFC 9110 section 14.2), and for several ranges, which only
 * attacks send.
 */
export function parseRange(header: string | null | undefined): RangeRequest | null {
  const match = SINGLE_RANGE.exec(header ?? "");
  const [, first = "", last = ""] = match ?? [];
  if (match === null || (first === "" && last === "")) return null;
  if (first === "") return { suffix: toSafeInteger(last) };
  if (last === "") return { start: toSafeInteger(first), end: null };
  return toSafeInteger(first) > toSafeInteger(last)
    ? null
    : { start: toSafeInteger(first), end: toSafeInteger(last) };
}

/** Returns the bytes to send, or null when none are in range and the status is 416. */
export function resolveRange(range: RangeRequest, size: number): ByteRange | null {
  if ("suffix" in range)
    return range.suffix === 0 || size === 0
      ? null
      : { start: Math.max(0, size - range.suffix), end: size - 1 };
  if (range.start >= size) return null;
  return { start: range.start, end: Math.min(range.end ?? size, size - 1) };
}

export function formatRange(range: RangeRequest): string {
  return "suffix" in range ? `bytes=-${range.suffix}` : `bytes=${range.start}-${range.end ?? ""}`;
}

/** Returns null if the header is missing, repeated or contradictory. */
export function parseContentRange(header: string | undefined): ContentRange | null {
  const match = CONTENT_RANGE.exec(header?.trim() ?? "");
  if (match === null) return null;
  const [start, end] = [Number(match[1]), Number(match[2])];
  const total = match[3] === "*" ? null : Number(match[3]);
  return start > end || (total !== null && end >= total) ? null : { start, end, total };
}

export function formatContentRange({ start, end }: ByteRange, total: number | null): string {
  return `bytes ${start}-${end}/${total ?? "*"}`;
}

/** Whether a response is the requested range, as far as that is certain without the size. */
export function isRequestedRange(response: ContentRange, requested: RangeRequest): boolean {
  if (response.total === null)
    return (
      !("suffix" in requested) &&
      response.start === requested.start &&
      response.end === (requested.end ?? response.end)
    );
  const expected = resolveRange(requested, response.total);
  return expected?.start === response.start && expected.end === response.end;
}

/** Caps numbers that would lose precision. */
function toSafeInteger(digits: string): number {
  return Math.min(Number(digits), Number.MAX_SAFE_INTEGER);
}
