import { describe, expect, it } from "vitest";
import { expandNicknames, buildNicknameIndex } from "./nicknames";
import { normaliseTitle } from "./normalise-title";

const table = buildNicknameIndex([
  { mal_id: 1, nicknames: ["aot", "snk"], stems: ["Attack on Titan", "Shingeki no Kyojin"] },
]);
const keysOf = (malId: number, ...titles: string[]) =>
  expandNicknames(malId, titles.map(normaliseTitle), table).map(({ key }) => key);

describe("nicknamesOf", () => {
  it("returns the curated ones of the anime itself", () => {
    expect(keysOf(1, "Shingeki no Kyojin")).toEqual(["aot", "snk"]);
  });

  it("returns those of its franchise with what its own title adds", () => {
    expect(keysOf(2, "Shingeki no Kyojin Season 3 Part 2")).toEqual(["aot32", "snk32"]);
    expect(keysOf(3, "Attack on Titan: Final Season")).toEqual([
      "aotfinalseason",
      "snkfinalseason",
    ]);
  });

  it("returns none for a title that only resembles a stem", () => {
    expect(keysOf(4, "Attack on Tomorrow")).toEqual([]);
    expect(keysOf(5, "Attack on Titan")).toEqual([]);
  });
});
