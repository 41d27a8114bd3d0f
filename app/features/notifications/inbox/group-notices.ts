/** Episodes that follow one another, from the first to the last. */
export type EpisodeSpan = readonly [first: number, last: number];

/** Joins numbers, in whatever order, to as few spans as possible, in their order. */
export function episodeSpans(numbers: readonly number[]): EpisodeSpan[] {
  const spans: [number, number][] = [];
  for (const number of [...new Set(numbers)].sort((one, other) => one - other)) {
    const current = spans.at(-1);
    if (current !== undefined && current[1] + 1 === number) current[1] = number;
    else spans.push([number, number]);
  }
  return spans;
}
