/** Returns `usual`, times `LONG_RUNS` in `npm run test:nightly`. */
export function numRuns(usual: number): number {
  return usual * Number(process.env["LONG_RUNS"] ?? 1);
}
