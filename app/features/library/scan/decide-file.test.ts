import { describe, expect, it } from "vitest";
import { parseMediaPath } from "~/features/library/names/media-path";
import { decideFile } from "./decide-file";

const decide = (path: string, episodeOffset: number) =>
  decideFile(parseMediaPath(path), [], { animeMalId: 5, isAnime: true, episodeOffset });

describe("decideFile for a decided group", () => {
  it("adds the offset to the numbers in the name", () => {
    expect(decide("Tourou X - 13-14.mkv", -12)).toMatchObject({
      animeMalId: 5,
      firstEpisode: 1,
      lastEpisode: 2,
      decision: "confirmed",
    });
  });

  it.each([
    [-13, 0, "confirmed"],
    [-14, null, null],
  ])("with an offset of %i gives episode %s", (offset, firstEpisode, decision) => {
    expect(decide("Tourou X - 13.mkv", offset)).toMatchObject({ firstEpisode, decision });
  });

  it("keeps recaps between two episodes and extras out", () => {
    for (const path of ["Tourou X - 13.5.mkv", "Tourou X - NCOP 01.mkv"])
      expect(decide(path, 0)).toMatchObject({ animeMalId: null, decision: "ignored" });
  });
});
