import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  formatContentRange,
  formatRange,
  isRequestedRange,
  parseContentRange,
  parseRange,
  resolveRange,
} from "./byte-range";

const SIZE = 1_000_000;
const within = (header: string, size = SIZE) => {
  const range = parseRange(header);
  return range === null ? "whole" : (resolveRange(range, size) ?? "none");
};

describe("a Range header", () => {
  it.each([
    ["RANGE-S02", "bytes=0-99", { start: 0, end: 99 }],
    ["RANGE-S03", "bytes=0-0", { start: 0, end: 0 }],
    ["RANGE-S04", "bytes=-500", { start: 999_500, end: 999_999 }],
    ["RANGE-S04", "bytes=-5000000", { start: 0, end: 999_999 }],
    ["RANGE-S05", "bytes=500000-", { start: 500_000, end: 999_999 }],
    ["the last byte", "bytes=999999-", { start: 999_999, end: 999_999 }],
    ["beyond the end", "bytes=999990-5000000", { start: 999_990, end: 999_999 }],
    ["any case, with spaces", "Bytes= 5 - 7 ", { start: 5, end: 7 }],
    ["an absurd end", `bytes=5-${"9".repeat(400)}`, { start: 5, end: 999_999 }],
    ["RANGE-S06", "bytes=1000000-", "none"],
    ["RANGE-S06", "bytes=5000000-6000000", "none"],
    ["RANGE-S06", "bytes=-0", "none"],
    ["RANGE-S06", `bytes=${"9".repeat(400)}-`, "none"],
    ["RANGE-S07", "bytes=5-2", "whole"],
    ["RANGE-S08", "bytes=abc", "whole"],
    ["RANGE-S08", "bytes=--1", "whole"],
    ["RANGE-S08", "bytes=-", "whole"],
    ["RANGE-S08", "bytes", "whole"],
    ["RANGE-S08", "", "whole"],
    ["RANGE-S09", "items=0-5", "whole"],
    ["RANGE-S09", "none", "whole"],
    ["RANGE-S09", "seconds=1-2", "whole"],
    ["RANGE-S10", "bytes=0-9,20-29", "whole"],
    ["RANGE-S11", `bytes=0-${",5-0".repeat(1300)}`, "whole"],
  ])("%s: %s", (_, header, expected) => {
    expect(within(header)).toEqual(expected);
  });

  it("has no last bytes in an empty body, and one in a body of one", () => {
    expect(within("bytes=-5", 0)).toBe("none");
    expect(within("bytes=-5", 1)).toEqual({ start: 0, end: 0 });
  });

  it("stays within the body, for any header and size", () => {
    fc.assert(
      fc.property(fc.option(fc.nat()), fc.option(fc.nat()), fc.nat(), (first, last, size) => {
        const range = parseRange(`bytes=${first ?? ""}-${last ?? ""}`);
        const resolved = range === null ? null : resolveRange(range, size);
        if (resolved === null) return;
        expect(resolved.start).toBeGreaterThanOrEqual(0);
        expect(resolved.start).toBeLessThanOrEqual(resolved.end);
        expect(resolved.end).toBeLessThan(size);
        expect(parseRange(formatRange(range!))).toEqual(range);
        expect(
          isRequestedRange(parseContentRange(formatContentRange(resolved, size))!, range!),
        ).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });
});

describe("a Content-Range header", () => {
  it.each([
    [1_000, "bytes 0-99/1000"],
    [null, "bytes 0-99/*"],
  ])("names a size of %s as %s", (total, header) => {
    expect(formatContentRange({ start: 0, end: 99 }, total)).toBe(header);
  });

  it.each([
    ["bytes 0-99/1000", { start: 0, end: 99, total: 1000 }],
    ["bytes 0-99/*", { start: 0, end: 99, total: null }],
    ["bytes 5-5/6", { start: 5, end: 5, total: 6 }],
    ["bytes 99-0/1000", null],
    ["bytes 0-1000/1000", null],
    ["bytes */1000", null],
    ["bytes 0-99", null],
    ["items 0-9/10", null],
    [undefined, null],
  ])("%s", (header, expected) => {
    expect(parseContentRange(header)).toEqual(expected);
  });

  it.each([
    ["another start", { start: 1, end: 9, total: 10 }, { start: 0, end: 9 }, false],
    ["more than requested", { start: 0, end: 10, total: 20 }, { start: 0, end: 9 }, false],
    ["less than requested", { start: 0, end: 5, total: 20 }, { start: 0, end: 9 }, false],
    ["all there is", { start: 0, end: 5, total: 6 }, { start: 0, end: 9 }, true],
    [
      "the rest of who knows what",
      { start: 2, end: 5, total: null },
      { start: 2, end: null },
      true,
    ],
    ["part of who knows what", { start: 2, end: 5, total: null }, { start: 2, end: 6 }, false],
    ["the first bytes instead of the last", { start: 0, end: 4, total: 10 }, { suffix: 5 }, false],
    ["the last bytes", { start: 5, end: 9, total: 10 }, { suffix: 5 }, true],
    ["the last bytes of who knows what", { start: 5, end: 9, total: null }, { suffix: 5 }, false],
  ])("with %s is recognised", (_, received, requested, expected) => {
    expect(
      isRequestedRange(
        received,
        "suffix" in requested
          ? { suffix: requested.suffix ?? 0 }
          : { start: requested.start, end: requested.end },
      ),
    ).toBe(expected);
  });
});
