import { describe, expect, it } from "vitest";
import { AgeLimit, possibleRatings } from "./parental-control";

describe("possibleRatings", () => {
  it.each([
    ["off", false, "g,pg,pg-13,r,r+,rx"],
    ["on", true, "g,pg,pg-13,r,r+"],
    ["a limit", new AgeLimit("pg"), "g,pg"],
    ["a limit with blocked titles", new AgeLimit("g", { blocked: [1] }), "g"],
    ["a limit with allowed titles", new AgeLimit("g", { allowed: [1] }), "g,pg,pg-13,r,r+"],
    ["an unknown limit", new AgeLimit(null), ""],
  ])("are those of the titles that can be found: %s", (_, control, expected) => {
    expect(possibleRatings(control).join()).toBe(expected);
  });
});
