import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COLLECTION_TYPES, parseCollectionType } from "./collection-types";

describe("a collection type", () => {
  it.each([
    ["to_watch", "To Watch"],
    ["TO WATCH", "To Watch"],
    ["to-watch", "To Watch"],
    ["collection", "Collection"],
    ["Completed", "Completed"],
    ["watching", "Watching"],
  ])("is parsed from %j", (text, type) => {
    expect(parseCollectionType(text)).toBe(type);
  });

  it("is one of the four or null for any text", () => {
    fc.assert(
      fc.property(fc.string(), (text) =>
        [null, ...COLLECTION_TYPES].includes(parseCollectionType(text)),
      ),
    );
  });

  it.each(["Foo", "", "to watch later", "__proto__", "watching\0"])("is not %j", (text) => {
    expect(parseCollectionType(text)).toBeNull();
  });
});
