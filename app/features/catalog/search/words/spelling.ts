/** How many typing errors a word or a whole title of this length may hold and still be meant. */
export function allowedErrors(length: number): number {
  if (length < 4) return 0;
  if (length < 8) return 1;
  if (length < 13) return 2;
  return length < 20 ? 3 : 4;
}

const SPARE_PIECE_FROM = 16;

const previous2 = new Uint16Array(256);
const previous = new Uint16Array(256);
const current = new Uint16Array(256);

/** Damerau–Levenshtein distance (optimal string alignment), or `limit + 1` as soon as it must exceed `limit`. Texts beyond 250 characters never match. */
export function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit || !compare(a, b, limit)) return limit + 1;
  return Math.min(at(previous, b.length), limit + 1);
}

/** The least such distance between `a` and any beginning of `b`: what an unfinished text was meant to be. */
export function beginningDistance(a: string, b: string, limit: number): number {
  const beginning = b.slice(0, a.length + limit);
  if (beginning.length < a.length - limit || !compare(a, beginning, limit)) return limit + 1;
  let least = limit + 1;
  for (let j = Math.max(0, a.length - limit); j <= beginning.length; j += 1)
    least = Math.min(least, at(previous, j));
  return least;
}

/** Leaves in `previous` the distances between `a` and the beginnings of `b`, as far as they may be within `limit`; false when none is. */
function compare(a: string, b: string, limit: number): boolean {
  const tooFar = limit + 1;
  if (a.length > 250 || b.length > 250) return false;
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

/** 32-bit FNV-1a hash as a signed integer, the form in which variants are stored. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash | 0;
}

/**
 * Hashes of a word with each one letter left out, and of the word itself. Two words within one error of each other
 * (transpositions included) share at least one of them.
 */
export function omissions(word: string): number[] {
  const hashes = new Set([hashText(word)]);
  for (let index = 0; index < word.length; index += 1)
    hashes.add(hashText(word.slice(0, index) + word.slice(index + 1)));
  return [...hashes];
}

/**
 * Hashes of the consecutive pieces of a text: one more than the errors it may hold, so that at least one piece survives
 * them unchanged. Length and place are part of the hash. Empty for texts that may hold no error.
 */
export function storedPieces(text: string): number[] {
  if (allowedErrors(text.length) === 0 || text.length > 250) return [];
  return pieceBounds(text.length).map(({ start, end }, index) =>
    pieceHash(text.length, index, text.slice(start, end)),
  );
}

/** Hashes to look for among stored pieces in order to find every text within the allowed errors of `query`. */
export function soughtPieces(query: string): number[] {
  const hashes = new Set<number>();
  const reach = allowedErrors(query.length);
  for (
    let length = Math.max(1, query.length - reach);
    length <= query.length + reach;
    length += 1
  ) {
    if (allowedErrors(length) === 0 || length > 250) continue;
    const pieces = pieceBounds(length);
    const shift = query.length - length;
    pieces.forEach(({ start, end }, index) => {
      const left = pieces.length - 1 - index;
      const first = Math.max(0, start - index, start + shift - left);
      const last = Math.min(query.length - (end - start), start + index, start + shift + left);
      for (let at = first; at <= last; at += 1)
        hashes.add(pieceHash(length, index, query.slice(at, at + end - start)));
    });
  }
  return [...hashes];
}

/** One piece more than errors; long texts have another one, because a transposition across a border spoils two. */
function pieceBounds(length: number): { start: number; end: number }[] {
  const count = allowedErrors(length) + (length < SPARE_PIECE_FROM ? 1 : 2);
  return Array.from({ length: count }, (_, index) => ({
    start: Math.floor((index * length) / count),
    end: Math.floor(((index + 1) * length) / count),
  }));
}

function pieceHash(length: number, index: number, piece: string): number {
  return hashText(`${length}:${index}:${piece}`);
}
