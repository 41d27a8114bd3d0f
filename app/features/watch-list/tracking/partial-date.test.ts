import { describe, expect, it } from "vitest";
import { isAfter, parsePartialDate } from "./partial-date";

describe("a partial date", () => {
  it.each(["2024", "2024-05", "2024-05-17", "2024-02-29", "1900", "9999-12-31"])(
    "is read from %s",
    (text) => {
      expect(parsePartialDate(` ${text} `)).toBe(text);
    },
  );

  it.each([
    "",
    "24",
    "1899",
    "2024-13",
    "2024-00",
    "2023-02-29",
    "2024-05-32",
    "2024-5-1",
    "2024-05-17T00:00",
  ])("is not %j", (text) => {
    expect(parsePartialDate(text)).toBeNull();
  });

  it.each([
    ["2024-05-18", "2024-05-17", true],
    ["2024-05", "2024-05-17", false],
    ["2024-05-17", "2024-05", false],
    ["2024", "2023-12-31", true],
    ["2023-12-31", "2024", false],
    ["2024", "2024", false],
  ])("%s after %s: %s", (one, other, expected) => {
    expect(isAfter(one, other)).toBe(expected);
  });
});
