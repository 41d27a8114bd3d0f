import { describe, expect, it } from "vitest";
import type { EpisodeSpan } from "~/features/catalog/episodes/next-episode";
import { nextEpisodeToPlay } from "./episode-to-play";
import type { Progress } from "./progress-rules";

describe("what a title's page offers", () => {
  const SPAN = { total: 12, lastAired: null, filler: [] };
  const watched = { position: 0, duration: 1000, watched: true };
  const half = (age: number) => ({ position: 400, duration: 1000, watched: false, age });
  const offer = (progress: Record<number, Progress>, span: Partial<EpisodeSpan> = {}) =>
    nextEpisodeToPlay([3, 4, 5], progress, { ...SPAN, ...span });

  it("is nothing where nothing plays", () => {
    expect(nextEpisodeToPlay([], { 1: half(1) }, SPAN)).toBeNull();
  });

  it("is the half-watched episode that was played last", () => {
    expect(offer({ 3: half(5), 5: half(9) })).toEqual({ number: 3, kind: "continue" });
    expect(offer({ 3: half(9), 5: half(5) })).toEqual({ number: 5, kind: "continue" });
    expect(offer({ 3: { ...half(1), position: 4.9 }, 4: half(5) })?.number).toBe(4);
    expect(offer({ 1: { ...half(1), position: 5 } })).toMatchObject({ number: 1, kind: "missing" });
  });

  it("has the first unseen episode that plays beside one that is missing", () => {
    expect(offer({ 3: watched, 5: watched })).toEqual({ number: 6, kind: "missing", beside: 4 });
    expect(offer({ 5: watched }, { filler: [[3, 3]] })).toMatchObject({ number: 6, beside: 4 });
    const seen = { 3: watched, 4: watched, 5: watched };
    expect(offer(seen)).toEqual({ number: 6, kind: "missing", beside: undefined });
  });

  it("begins with what is first, here or not", () => {
    expect(offer({})).toEqual({ number: 1, kind: "missing", beside: 3 });
    expect(offer({}, { filler: [[1, 2]] })).toEqual({ number: 3, kind: "begin" });
    expect(offer({ 1: watched, 2: watched })).toEqual({ number: 3, kind: "continue" });
  });

  it("is to watch again once all that was broadcast is seen", () => {
    const seen = { 3: watched, 4: watched, 5: watched };
    const all = { 1: watched, 2: watched, ...seen };
    expect(offer(all, { lastAired: 5 })).toEqual({ number: 3, kind: "again" });
    expect(offer(all, { total: 5, filler: [[3, 3]] })).toEqual({ number: 4, kind: "again" });
  });
});
