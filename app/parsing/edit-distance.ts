export function maxEditDistance(length: number): number {
  if (length < 4) return 0;
  if (length < 8) return 1;
  if (length < 13) return 2;
  return length < 20 ? 3 : 4;
}

/** A bit per character of a text, in 32-bit integers. */
const MAX_PATTERN_LENGTH = 32;
const MAX_TEXT_LENGTH = 250;
const ASCII = 128;

const previous2 = new Uint16Array(256);
const previous = new Uint16Array(256);
const current = new Uint16Array(256);

let pattern = "";
const asciiPlaces = new Int32Array(ASCII);
const otherPlaces = new Map<number, number>();

/** Optimal string alignment, or `limit + 1`. Texts beyond 250 characters never match. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit || haveOtherLetters(a, b, limit)) return limit + 1;
  if (isPattern(a) && b.length <= MAX_TEXT_LENGTH) return bitDistance(a, b, limit, false);
  if (!computeDistances(a, b, limit)) return limit + 1;
  return Math.min(at(previous, b.length), limit + 1);
}

/** Returns the edits between `a` and the nearest prefix of `b`. */
export function prefixEditDistance(a: string, b: string, limit: number): number {
  const beginning = b.slice(0, a.length + limit);
  if (beginning.length < a.length - limit) return limit + 1;
  if (isPattern(a)) return bitDistance(a, beginning, limit, true);
  if (!computeDistances(a, beginning, limit)) return limit + 1;
  let least = limit + 1;
  for (let j = Math.max(0, a.length - limit); j <= beginning.length; j += 1)
    least = Math.min(least, at(previous, j));
  return least;
}

function isPattern(text: string): boolean {
  return text.length > 0 && text.length <= MAX_PATTERN_LENGTH;
}

/**
 * A column of the matrix at once, as the bits in which it rises and falls (Hyyrö, "A Bit-Vector
 * Algorithm for Computing Levenshtein and Damerau Edit Distances", 2003): a tenth of the time.
 */
function bitDistance(a: string, b: string, limit: number, isPrefix: boolean): number {
  setPattern(a);
  const lastBit = 1 << (a.length - 1);
  let rises = -1;
  let falls = 0;
  let diagonal = 0;
  let previousPlaces = 0;
  let distance = a.length;
  let least = a.length;
  for (let j = 0; j < b.length; j += 1) {
    const code = b.charCodeAt(j);
    const places = (code < ASCII ? asciiPlaces[code] : otherPlaces.get(code)) ?? 0;
    const swapped = ((~diagonal & places) << 1) & previousPlaces;
    diagonal = (((places & rises) + rises) ^ rises) | places | falls | swapped;
    const right = falls | ~(diagonal | rises);
    const left = diagonal & rises;
    if ((right & lastBit) !== 0) distance += 1;
    if ((left & lastBit) !== 0) distance -= 1;
    if (distance < least) least = distance;
    if (!isPrefix && distance - (b.length - 1 - j) > limit) return limit + 1;
    const shifted = (right << 1) | 1;
    rises = (left << 1) | ~(diagonal | shifted);
    falls = shifted & diagonal;
    previousPlaces = places;
  }
  return Math.min(isPrefix ? least : distance, limit + 1);
}

/** A query is compared with thousands of texts. */
function setPattern(text: string): void {
  if (text === pattern) return;
  asciiPlaces.fill(0);
  otherPlaces.clear();
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < ASCII) asciiPlaces[code] = (asciiPlaces[code] ?? 0) | (1 << index);
    else otherPlaces.set(code, (otherPlaces.get(code) ?? 0) | (1 << index));
  }
  pattern = text;
}

/**
 * Each letter that only one text has takes an edit. A cheap check that rules most candidates out.
 */
function haveOtherLetters(a: string, b: string, limit: number): boolean {
  const inA = letterMask(a);
  const inB = letterMask(b);
  return countBits(inA & ~inB) > limit || countBits(inB & ~inA) > limit;
}

/** Letters share 32 bits, so masks differ in no more bits than the texts in letters. */
function letterMask(text: string): number {
  let mask = 0;
  for (let index = 0; index < text.length; index += 1) mask |= 1 << (text.charCodeAt(index) & 31);
  return mask;
}

function countBits(mask: number): number {
  let count = 0;
  for (let rest = mask; rest !== 0; rest &= rest - 1) count += 1;
  return count;
}

/**
 * Computes distances for patterns that are too long for bits. Fills `previous`; false when none is
 * within `limit`.
 */
function computeDistances(a: string, b: string, limit: number): boolean {
  const tooFar = limit + 1;
  if (a.length > MAX_TEXT_LENGTH || b.length > MAX_TEXT_LENGTH) return false;
  for (let j = 0; j <= b.length; j += 1) previous[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    const from = Math.max(1, i - limit);
    const to = Math.min(b.length, i + limit);
    current[0] = i;
    if (from > 1) current[from - 1] = tooFar;
    let best = from === 1 ? i : tooFar;
    for (let j = from; j <= to; j += 1) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1);
      const outside = j === i + limit ? tooFar : at(previous, j) + 1;
      let cost = Math.min(outside, at(current, j - 1) + 1, at(previous, j - 1) + (same ? 0 : 1));
      const swapped =
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1);
      if (swapped) cost = Math.min(cost, at(previous2, j - 2) + 1);
      current[j] = cost;
      if (cost < best) best = cost;
    }
    if (best > limit) return false;
    if (to < b.length) current[to + 1] = tooFar;
    previous2.set(previous.subarray(0, b.length + 1));
    previous.set(current.subarray(0, b.length + 1));
  }
  return true;
}

function at(row: Uint16Array, index: number): number {
  return row[index] ?? 0;
}
