import { expect, it } from "vitest";
import { markOf } from "./broadcast-mark.server";
import type { EntrySummary } from "./get-entry-summaries.server";

const NOW = new Date("2026-11-20T12:00:00Z");
/** Seven episodes are seen, which are all that the catalog knows to have aired. */
const CAUGHT_UP: EntrySummary = {
  animeId: 1,
  type: "Watching",
  state: "watching",
  episodesSeen: 7,
  seen: [[1, 7]],
  total: 12,
  next: 8,
  countUp: null,
  withoutFiller: null,
  score: null,
  private: false,
};
const BEHIND: EntrySummary = { ...CAUGHT_UP, episodesSeen: 5, seen: [[1, 5]], next: 6, countUp: 6 };

it.each([
  ["a second before it airs", CAUGHT_UP, 8, 1, null],
  ["as it airs, though the catalog lacks it", CAUGHT_UP, 8, 0, 8],
  ["after it has aired", CAUGHT_UP, 7, -1, "seen"],
  ["of an unknown number", CAUGHT_UP, null, -1, null],
  ["of a later one to come", BEHIND, 8, 1, 6],
  ["of an earlier one that is not seen", { ...BEHIND, seen: [[2, 6]] }, 1, -1, 6],
  ["of a paused title", { ...BEHIND, state: "paused" }, 8, -1, null],
] as const)("a broadcast's mark %s", (_, entry, episode, seconds, mark) => {
  const at = new Date(NOW.getTime() + seconds * 1_000);
  expect(markOf(entry as EntrySummary, { at, episode, now: NOW })).toBe(mark);
});
