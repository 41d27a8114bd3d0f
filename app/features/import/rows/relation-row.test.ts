import { describe, expect, it } from "vitest";
import { parseRelationRow } from "./relation-row";

describe("parseRelationRow", () => {
  it.each([
    ["SIDE_STORY", "SIDE_STORY"],
    ["Side Story", "SIDE_STORY"],
    ["Side story", "SIDE_STORY"],
    [" spin-off ", "SPIN_OFF"],
  ])("normalises %j to %s", (relation, spelled) => {
    expect(parseRelationRow({ mal_id: 1, related_mal_id: 2, relation })).toEqual({
      row: { mal_id: 1, related_mal_id: 2, relation: spelled },
    });
  });

  it.each([
    [{ mal_id: 1, related_mal_id: 1, relation: "SEQUEL" }, "relates a title to itself"],
    [{ mal_id: 1, related_mal_id: 2, relation: "" }, "relation must be a word such as SIDE_STORY"],
    [
      { mal_id: 1, related_mal_id: 2, relation: "<b>" },
      "relation must be a word such as SIDE_STORY",
    ],
    [
      { mal_id: 1, related_mal_id: 2, relation: "A".repeat(61) },
      "relation must be a word such as SIDE_STORY",
    ],
    [
      { mal_id: 1, relation: "SEQUEL" },
      "related_mal_id must be a whole number from 1 to 2147483647",
    ],
  ])("rejects %j", (value, reason) => {
    expect(parseRelationRow(value)).toEqual({ reason });
  });

  it("accepts a relation of 60 letters", () => {
    expect(
      parseRelationRow({ mal_id: 1, related_mal_id: 2, relation: "A".repeat(60) }),
    ).toHaveProperty("row");
  });
});
