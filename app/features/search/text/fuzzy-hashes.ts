import { maxEditDistance } from "~/parsing/edit-distance";
import { isLatinToken } from "./normalise-title";

/**
 * How many first letters are hashed: with fewer, each hash is in thousands of texts; with more, a
 * text has too many hashes. Native script has enough characters for segments.
 */
const BEGINNING_LENGTH = 7;
const MAX_SWAPPABLE_SEGMENTS = 4;
const MAX_TEXT_LENGTH = 250;

/**
 * The hashes to store with a text: it shares one with the `fuzzyCandidates` of each text of its
 * script that is within the edits which both may have, unless they have 20 letters and swaps are
 * among four edits. Empty for texts too short for an edit, and too long ones.
 */
export function fuzzyHashes(text: string): number[] {
  const edits = storedEdits(text.length);
  if (edits === 0) return [];
  if (edits > 2 || !isLatinToken(text)) return segmentHashes(text);
  return edits === 1 ? deletionHashes(text) : beginningHashes(text);
}

/** The hashes to look for, in groups of which each finds texts of other lengths. */
export function fuzzyCandidates(text: string): number[][] {
  const reach = maxEditDistance(text.length);
  const isLatin = isLatinToken(text);
  const groups = new Map<number, number[]>();
  for (let length = text.length - reach; length <= text.length + reach; length += 1) {
    const edits = storedEdits(length);
    if (edits === 0 || Math.abs(length - text.length) > edits) continue;
    if (edits > 2 || !isLatin) groups.set(length, segmentCandidates(text, length));
    else groups.set(edits, edits === 1 ? deletionHashes(text) : beginningHashes(text));
  }
  return [...groups.values()];
}

function storedEdits(length: number): number {
  return length > MAX_TEXT_LENGTH ? 0 : maxEditDistance(length);
}

/** SymSpell: texts within one edit or transposition share a hash of a single-letter deletion. */
function deletionHashes(text: string): number[] {
  const hashes = new Set([hashText(text)]);
  for (let index = 0; index < text.length; index += 1) hashes.add(hashText(without(text, index)));
  return [...hashes];
}

/** Texts within two edits share their first letters without at most two. */
function beginningHashes(text: string): number[] {
  const beginning = text.slice(0, BEGINNING_LENGTH);
  const hashes = new Set<number>();
  const add = (rest: string) => hashes.add(hashText(`2:${rest}`));
  add(beginning);
  for (let first = 0; first < beginning.length; first += 1) {
    const rest = without(beginning, first);
    add(rest);
    for (let second = first; second < rest.length; second += 1) add(without(rest, second));
  }
  return [...hashes];
}

function without(text: string, index: number): string {
  return text.slice(0, index) + text.slice(index + 1);
}

/**
 * One more than the allowed edits, so one stays unchanged but for letters swapped across its end.
 */
function segmentHashes(text: string): number[] {
  return segmentBounds(text.length).map(({ start, end }, index) =>
    segmentHash(text.length, index, text.slice(start, end)),
  );
}

/** The hashes of the texts with that length that the query may mean. */
function segmentCandidates(query: string, length: number): number[] {
  const hashes = new Set<number>();
  const segments = segmentBounds(length);
  const shift = query.length - length;
  segments.forEach(({ start, end }, index) => {
    const left = segments.length - 1 - index;
    const first = Math.max(0, start - index, start + shift - left);
    const last = Math.min(query.length - (end - start), start + index, start + shift + left);
    for (let at = first; at <= last; at += 1) {
      const until = at + end - start;
      hashes.add(segmentHash(length, index, query.slice(at, until)));
      // Two letters swapped across the border: in longer texts it takes too many hashes.
      if (left > 0 && until < query.length && segments.length <= MAX_SWAPPABLE_SEGMENTS)
        hashes.add(segmentHash(length, index, query.slice(at, until - 1) + query.charAt(until)));
    }
  });
  return [...hashes];
}

function segmentBounds(length: number): { start: number; end: number }[] {
  const count = maxEditDistance(length) + 1;
  return Array.from({ length: count }, (_, index) => ({
    start: Math.floor((index * length) / count),
    end: Math.floor(((index + 1) * length) / count),
  }));
}

function segmentHash(length: number, index: number, segment: string): number {
  return hashText(`${length}:${index}:${segment}`);
}

/** Hashes by 32-bit FNV-1a, signed as stored. */
function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash ^= text.charCodeAt(index);
    hash = Math.imul(hash, 0x01000193);
  }
  return hash | 0;
}
