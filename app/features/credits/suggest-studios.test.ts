import { describe, expect, it } from "vitest";
import { suggestStudios, toStudioNames } from "./suggest-studios";

const studios = toStudioNames([
  { name: "Kyoto Animation" },
  { name: "Studio Ghibli" },
  { name: "MAPPA" },
  { name: "Production I.G" },
]);

describe("suggestStudios", () => {
  it.each([
    ["kyoto", ["Kyoto Animation"]],
    ["anima", ["Kyoto Animation"]],
    ["GHIB", ["Studio Ghibli"]],
    ["map", ["MAPPA"]],
    ["a", []],
    ["", []],
    ["yoto", []],
  ])("finds for %j %j", (text, names) => {
    expect(suggestStudios(studios, text, 5)).toEqual(names);
  });

  it("has no more than the limit", () => {
    expect(suggestStudios(studios, "production", 0)).toEqual([]);
  });
});
