import { describe, expect, it } from "vitest";
import { parseCatalogRow } from "./catalog-row";

const parse = (fields: object) => parseCatalogRow({ mal_id: 1, title: "Harbor", ...fields });
const extrasOf = (fields: object) => {
  const parsed = parse(fields);
  if ("reason" in parsed) throw new Error(parsed.reason);
  return { tags: parsed.row.tags, streams: parsed.row.streams };
};
const reasonOf = (fields: object) => {
  const parsed = parse(fields);
  return "reason" in parsed ? parsed.reason : null;
};

describe("tags", () => {
  it("are read from names and objects, best fitting first", () => {
    const tags = ["Ghosts", { name: " Time Loop ", rank: 92 }, { name: "Tragedy", spoiler: true }];
    expect(extrasOf({ tags }).tags).toEqual([
      { name: "Time Loop", rank: 92, spoiler: false },
      { name: "Ghosts", rank: null, spoiler: false },
      { name: "Tragedy", rank: null, spoiler: true },
    ]);
  });

  it("are spoilers where AniList says so", () => {
    for (const mark of ["isMediaSpoiler", "isGeneralSpoiler"])
      expect(extrasOf({ tags: [{ name: "Tragedy", [mark]: true }] }).tags?.[0]?.spoiler).toBe(true);
  });

  it("of equal names are one, a spoiler if one of them is", () => {
    expect(
      extrasOf({
        tags: [
          { name: "time_loop", rank: 40, spoiler: true },
          { name: "Time Loop", rank: 80 },
        ],
      }).tags,
    ).toEqual([{ name: "Time Loop", rank: 80, spoiler: true }]);
  });

  it("are undefined where the row says nothing, and empty where it says so", () => {
    expect(extrasOf({})).toEqual({ tags: undefined, streams: undefined });
    expect(extrasOf({ tags: null, streams: null })).toEqual({
      tags: undefined,
      streams: undefined,
    });
    expect(extrasOf({ tags: [], streams: [] })).toEqual({ tags: [], streams: [] });
  });

  it("accept ranks from 0 to 100, names of 100 characters and 200 tags", () => {
    const many = (count: number) => Array.from({ length: count }, (_, index) => `tag ${index}`);
    expect(reasonOf({ tags: [{ name: "a", rank: 0 }] })).toBeNull();
    expect(reasonOf({ tags: [{ name: "a".repeat(100), rank: 100 }] })).toBeNull();
    expect(reasonOf({ tags: many(200) })).toBeNull();
    expect(reasonOf({ tags: [{ name: "a", rank: 101 }] })).toBe(
      "tags.0.rank must be a whole number from 0 to 100",
    );
    expect(reasonOf({ tags: [{ name: "a", rank: -1 }] })).toContain("tags.0.rank");
    expect(reasonOf({ tags: ["a".repeat(101)] })).toContain("tags.0.name");
    expect(reasonOf({ tags: many(201) })).toBe("tags must not hold more than 200 tags");
  });

  it.each([
    ["none", "tags"],
    [[5], "tags.0"],
    [[{ rank: 5 }], "tags.0.name"],
    [["  "], "tags.0.name"],
    [[{ name: "a", spoiler: "yes" }], "tags.0.spoiler"],
  ])("reject %j", (tags, field) => {
    expect(reasonOf({ tags })).toContain(field);
  });
});

describe("streams", () => {
  const stream = (url: unknown) => [{ name: "Lantern TV", url }];

  it("are read under both names, each address once", () => {
    const streams = stream("https://lantern.test/harbor?a=1");
    expect(extrasOf({ streams: [...streams, ...streams] }).streams).toEqual(streams);
    expect(extrasOf({ streaming: streams }).streams).toEqual(streams);
  });

  it.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "ftp://lantern.test/",
    "/watch/1",
    "//lantern.test/",
    "https://",
    "https://user:secret@lantern.test/",
    "https://lantern.test/a b",
    "",
    5,
    null,
  ])("reject the address %j", (url) => {
    expect(reasonOf({ streams: stream(url) })).toContain("streams.0.url");
  });

  it("accept 50 of up to 2,048 characters, and no more", () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, index) => ({
        name: "Lantern TV",
        url: `https://lantern.test/${index}`,
      }));
    const long = (length: number) => stream("https://lantern.test/".padEnd(length, "a"));
    expect(reasonOf({ streams: many(50) })).toBeNull();
    expect(reasonOf({ streams: many(51) })).toContain("more than 50");
    expect(reasonOf({ streams: long(2_048) })).toBeNull();
    expect(reasonOf({ streams: long(2_049) })).toContain("streams.0.url");
  });
});
