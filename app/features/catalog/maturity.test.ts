import { describe, expect, it } from "vitest";
import { isMature } from "./maturity";

describe("isMature", () => {
  it.each([
    [{ rating: "Rx - Hentai", genres: [] }, true],
    [{ rating: "Rx", genres: [] }, true],
    [{ rating: null, genres: ["Hentai"] }, true],
    [{ rating: "R+ - Mild Nudity", genres: ["Drama", "Erotica"] }, true],
    [{ rating: "R+ - Mild Nudity", genres: ["Ecchi"] }, false],
    [{ rating: "R - 17+ (violence & profanity)", genres: ["Horror"] }, false],
    [{ rating: null, genres: [] }, false],
  ])("returns %j for %j", (anime, mature) => {
    expect(isMature(anime)).toBe(mature);
  });
});
