import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseBirthday } from "./birthday";

const TODAY = new Date("2026-03-01T12:00:00Z");

describe("a birthday", () => {
  it("is any real day up to today, with or without a time", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date("0001-01-01T00:00:00Z"), max: TODAY, noInvalidDate: true }),
        (date) => {
          const day = date.toISOString().slice(0, 10);
          return (
            parseBirthday(day, TODAY) === day && parseBirthday(date.toISOString(), TODAY) === day
          );
        },
      ),
    );
  });

  it("is never in the future", () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date("2026-03-02T00:00:00Z"),
          max: new Date("9999-12-31T00:00:00Z"),
          noInvalidDate: true,
        }),
        (date) => parseBirthday(date.toISOString().slice(0, 10), TODAY) === null,
      ),
    );
    expect(parseBirthday("2026-03-01", TODAY)).toBe("2026-03-01");
    expect(parseBirthday("2026-03-02", TODAY)).toBeNull();
  });

  it("is never something that Postgres rejects, whatever the text", () => {
    fc.assert(
      fc.property(
        fc.string(),
        (text) =>
          parseBirthday(text, TODAY) === null || /^\d{4}-\d\d-\d\d$/.test(text.trim().slice(0, 10)),
      ),
    );
  });

  it.each([
    "abc",
    "",
    "2001-02-29",
    "2000-13-01",
    "2000-00-10",
    "2000-04-31",
    "0000-01-01",
    "01.02.2003",
    "2000-1-1",
    "2000-01-01T",
    "-2000-01-01",
  ])("is not %j", (text) => {
    expect(parseBirthday(text, TODAY)).toBeNull();
  });

  it("is 29 February in a leap year", () => {
    expect(parseBirthday("2000-02-29", TODAY)).toBe("2000-02-29");
  });
});
