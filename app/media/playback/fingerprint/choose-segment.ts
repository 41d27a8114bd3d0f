import type { Segment } from "./common-segment";

/** Segments that start and end this close to each other are the same. */
const TOLERANCE_SECONDS = 3;

/**
 * The segment that an episode has in common with most others, from one for each. With three others
 * or more, at least two have to agree. Null if there is none.
 */
export function chooseSegment(found: readonly (Segment | null)[]): Segment | null {
  const segments = found.filter((segment) => segment !== null);
  const groups = segments.map((segment) => segments.filter((other) => isSame(segment, other)));
  groups.sort((one, other) => other.length - one.length || lengthOf(other) - lengthOf(one));
  const [best] = groups;
  if (best === undefined || best.length < (found.length >= 3 ? 2 : 1)) return null;
  return { start: median(best.map(({ start }) => start)), end: median(best.map(({ end }) => end)) };
}

function isSame(one: Segment, other: Segment): boolean {
  return (
    Math.abs(one.start - other.start) <= TOLERANCE_SECONDS &&
    Math.abs(one.end - other.end) <= TOLERANCE_SECONDS
  );
}

function lengthOf([first]: readonly Segment[]): number {
  return first === undefined ? 0 : first.end - first.start;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.floor((sorted.length - 1) / 2)] ?? 0;
}
