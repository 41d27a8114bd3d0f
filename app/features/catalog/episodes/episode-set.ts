/** Episode numbers as disjoint, ascending, inclusive spans that do not touch. */
export type EpisodeSet = readonly (readonly [first: number, last: number])[];

export const NO_EPISODES: EpisodeSet = [];

export function countEpisodes(set: EpisodeSet): number {
  return set.reduce((sum, [first, last]) => sum + last - first + 1, 0);
}

export function hasEpisode(set: EpisodeSet, number: number): boolean {
  return set.some(([first, last]) => first <= number && number <= last);
}

export function lastEpisode(set: EpisodeSet): number | null {
  return set.at(-1)?.[1] ?? null;
}

export function isSameSet(one: EpisodeSet, other: EpisodeSet): boolean {
  return (
    one.length === other.length &&
    one.every(([first, last], index) => other[index]?.[0] === first && other[index]?.[1] === last)
  );
}

export function firstEpisodes(last: number): EpisodeSet {
  return last < 1 ? NO_EPISODES : [[1, last]];
}

export function uniteSets(one: EpisodeSet, other: EpisodeSet): EpisodeSet {
  const spans: [number, number][] = [];
  for (const [first, last] of [...one, ...other].sort((a, b) => a[0] - b[0])) {
    const previous = spans.at(-1);
    if (previous !== undefined && first <= previous[1] + 1)
      previous[1] = Math.max(previous[1], last);
    else spans.push([first, last]);
  }
  return spans;
}

export function subtractSet(one: EpisodeSet, other: EpisodeSet): EpisodeSet {
  let rest = one;
  for (const [from, to] of other) {
    rest = rest.flatMap(([first, last]): EpisodeSet => {
      if (to < first || last < from) return [[first, last]];
      return [
        ...(first < from ? ([[first, from - 1]] as const) : []),
        ...(to < last ? ([[to + 1, last]] as const) : []),
      ];
    });
  }
  return rest;
}

export function addEpisode(set: EpisodeSet, number: number): EpisodeSet {
  return uniteSets(set, [[number, number]]);
}

export function removeEpisode(set: EpisodeSet, number: number): EpisodeSet {
  return subtractSet(set, [[number, number]]);
}

/** Adds the `count` lowest numbers from 1 that are in neither set. */
export function addLowest(set: EpisodeSet, count: number, except: EpisodeSet): EpisodeSet {
  const taken = uniteSets(set, except);
  const added: [number, number][] = [];
  let missing = count;
  let next = 1;
  for (const [first, last] of [...taken, [Infinity, Infinity] as const]) {
    if (missing <= 0) break;
    const free = Math.min(first - next, missing);
    if (free > 0) {
      added.push([next, next + free - 1]);
      missing -= free;
    }
    next = Math.max(next, last + 1);
  }
  return uniteSets(set, added);
}

export function removeHighest(set: EpisodeSet, count: number): EpisodeSet {
  const rest = [...set];
  let excess = count;
  while (excess > 0) {
    const span = rest.pop();
    if (span === undefined) break;
    const [first, last] = span;
    const size = last - first + 1;
    if (size > excess) rest.push([first, last - excess]);
    excess -= size;
  }
  return rest;
}

export function listEpisodes(set: EpisodeSet): number[] {
  return set.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, index) => first + index),
  );
}

export function toMultirange(set: EpisodeSet): string {
  return `{${set.map(([first, last]) => `[${first},${last + 1})`).join(",")}}`;
}

/** Parses Postgres's canonical text form, whose upper bounds are exclusive. */
export function parseMultirange(text: string | null): EpisodeSet {
  return Array.from(
    (text ?? "").matchAll(/\[(-?\d+),(-?\d+)\)/g),
    ([, first, end]) => [Number(first), Number(end) - 1] as const,
  );
}
