import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { searchInputSchema } from "./search-input";

const read = (input: unknown) => searchInputSchema.safeParse(input);

describe("a recorded search", () => {
  it("has 1 to 256 characters after trimming", () => {
    expect(read({ query: ` ${"x".repeat(256)} ` }).data?.query).toHaveLength(256);
    expect(read({ query: "x".repeat(257) }).success).toBe(false);
    expect(read({ query: "🗡".repeat(256) }).success).toBe(true);
    expect(read({ query: "  " }).success).toBe(false);
    expect(read({ query: "a\0b" }).success).toBe(false);
  });

  it("accepts every timestamp that Date can write", () => {
    fc.assert(
      fc.property(
        fc.date({ min: new Date(0), max: new Date(), noInvalidDate: true }),
        (date) =>
          read({ query: "x", timestamp: date.toISOString() }).data?.timestamp?.getTime() ===
          date.getTime(),
      ),
    );
  });

  it("parses a timestamp without a zone as UTC, and one with an offset by it", () => {
    expect(
      read({ query: "x", timestamp: "2024-01-31T12:00:00" }).data?.timestamp?.toISOString(),
    ).toBe("2024-01-31T12:00:00.000Z");
    expect(
      read({ query: "x", timestamp: "2024-01-31T12:00:00+02:00" }).data?.timestamp?.toISOString(),
    ).toBe("2024-01-31T10:00:00.000Z");
    expect(read({ query: "x", timestamp: "2024-01-31" }).data?.timestamp?.toISOString()).toBe(
      "2024-01-31T00:00:00.000Z",
    );
  });

  it.each([
    "yesterday",
    "",
    "2024-02-30",
    "2024-02-30T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "1969-12-31T23:59:59Z",
    "9999-12-31T23:59:59Z",
    5,
    {},
  ])("rejects the timestamp %j", (timestamp) => {
    expect(read({ query: "x", timestamp }).success).toBe(false);
  });
});
