import { chooseSegment } from "./choose-segment";
import type { CommonSegment, Segment } from "./common-segment";

/** Finds what two fingerprints have in common; in seconds of the first. */
export type FindCommon = (one: Uint32Array, other: Uint32Array) => Promise<CommonSegment | null>;

/** The part of an episode in which a segment is searched. Times are seconds of its fingerprint. */
export interface SearchedSound {
  fingerprint: Uint32Array;
  /** The segment as a chapter's title names it. */
  named: Segment | null;
  /** Starts and ends of chapters, whatever their titles. */
  boundaries: readonly number[];
}

/** What others say goes this far beyond what is heard: longer would be another sound. */
const MAX_EXTENSION_SECONDS = 15;
/** Chapters of an episode are cut where its opening is: what was heard ends this close to that. */
const MAX_SNAP_SECONDS = 6;

/**
 * The sound that an episode has in common with most others, as long as it is in those: where
 * dialogue covers its start or end here, others tell where that is. A chapter that names it in
 * another episode tells it best, and unnamed chapters of this one tell where it starts and ends.
 */
export async function findSeasonSegment(
  own: SearchedSound,
  others: readonly SearchedSound[],
  findCommon: FindCommon,
): Promise<Segment | null> {
  const found: (CommonSegment | null)[] = [];
  for (const other of others) found.push(await findCommon(own.fingerprint, other.fingerprint));
  const chosen = chooseSegment(found);
  if (chosen === null) return null;
  const heard: Segment[] = [];
  const named: Segment[] = [];
  for (const [index, segment] of found.entries()) {
    const other = others[index];
    if (segment === null || other === undefined || !overlaps(segment, chosen)) continue;
    heard.push(segment);
    const toOwn = moveBy(segment.start - segment.otherStart);
    if (other.named !== null) named.push(toOwn(other.named));
    for (const third of others) {
      const theirs =
        third === other ? null : await findCommon(other.fingerprint, third.fingerprint);
      if (theirs !== null) heard.push(toOwn(theirs));
    }
  }
  return snapToChapters(extend(chosen, heard, named.filter(overlapping(chosen))), own.boundaries);
}

/**
 * Replaces what was heard by what chapters name, or lengthens it to what a quarter of all pairs of
 * episodes have: where dialogue covers two of five, three of ten pairs are still whole.
 */
function extend(chosen: Segment, heard: readonly Segment[], named: readonly Segment[]): Segment {
  const isNamed = named.length > 0;
  const told = isNamed ? named : heard.filter(overlapping(chosen));
  const starts = told.map((one) => one.start).sort((one, other) => one - other);
  const ends = told.map((one) => one.end).sort((one, other) => one - other);
  const middle = Math.floor((told.length - 1) / 2);
  const quarter = Math.floor((told.length - 1) / 4);
  const toldStart = starts[isNamed ? middle : quarter] ?? chosen.start;
  const toldEnd = ends[isNamed ? middle : told.length - 1 - quarter] ?? chosen.end;
  const start = isNamed ? toldStart : Math.min(chosen.start, toldStart);
  const end = isNamed ? toldEnd : Math.max(chosen.end, toldEnd);
  return {
    start: Math.abs(chosen.start - start) <= MAX_EXTENSION_SECONDS ? start : chosen.start,
    end: Math.abs(end - chosen.end) <= MAX_EXTENSION_SECONDS ? end : chosen.end,
  };
}

function snapToChapters({ start, end }: Segment, boundaries: readonly number[]): Segment {
  const snapped = { start: closest(start, boundaries), end: closest(end, boundaries) };
  return snapped.end - snapped.start >= (end - start) / 2 ? snapped : { start, end };
}

/** The boundary that is closest to a second, or the second where none is close. */
function closest(second: number, boundaries: readonly number[]): number {
  const distance = (boundary: number) => Math.abs(boundary - second);
  const [best] = [...boundaries].sort((one, other) => distance(one) - distance(other));
  return best !== undefined && distance(best) <= MAX_SNAP_SECONDS ? best : second;
}

function moveBy(seconds: number): (segment: Segment) => Segment {
  return ({ start, end }) => ({ start: Math.max(0, start + seconds), end: end + seconds });
}

function overlapping(chosen: Segment): (segment: Segment) => boolean {
  return (segment) => overlaps(segment, chosen);
}

/** Whether they share at least half of the shorter one. */
function overlaps(one: Segment, other: Segment): boolean {
  const shared = Math.min(one.end, other.end) - Math.max(one.start, other.start);
  return shared * 2 >= Math.min(one.end - one.start, other.end - other.start);
}
