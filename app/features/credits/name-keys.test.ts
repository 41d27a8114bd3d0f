import { describe, expect, it } from "vitest";
import { nameKey, nameKeys, sameNameKey } from "./name-keys";

describe("nameKey", () => {
  it.each([
    ["Kouichi Yamadera", "Kōichi Yamadera"],
    ["Kouichi Yamadera", "koichi  YAMADERA"],
    ["Lelouch vi Britannia", "Lelouch Vi Britannia"],
    ["O'Brien", "OBrien"],
  ])("is the same for %j and %j", (one, other) => {
    expect(nameKey(one)).toBe(nameKey(other));
  });
});

describe("nameKeys", () => {
  it("begins with each word in turn, and with the Japanese name", () => {
    expect(nameKeys("Spike Spiegel", "スパイク")).toEqual([
      "spikespiegel",
      "spiegelspike",
      nameKey("スパイク"),
    ]);
  });

  it("has none for a name without letters and at most six orders", () => {
    expect(nameKeys("!!!", null)).not.toContain("");
    expect(nameKeys("a b c d e f g h", null).length).toBeLessThanOrEqual(7);
  });
});

describe("sameNameKey", () => {
  it("is equal for the same words in another order only", () => {
    expect(sameNameKey("Yamadera, Kouichi")).toBe(sameNameKey("Koichi Yamadera"));
    expect(sameNameKey("Kouichi Yamada")).not.toBe(sameNameKey("Koichi Yamadera"));
  });
});
