import { describe, expect, it } from "vitest";
import { parseTimeRange, sourceInputSchema } from "./source-input";

describe("a marked part of an episode", () => {
  it.each([
    ["60-150", { start: 60, end: 150 }],
    [" 0 - 89.5 ", { start: 0, end: 89.5 }],
    ["1:00-2:30", { start: 60, end: 150 }],
    ["21:50-", { start: 1310, end: Infinity }],
  ])("is parsed from %j", (text, expected) => {
    expect(parseTimeRange(text)).toEqual(expected);
  });

  it.each(["150-60", "60-60", "60", "-60", "a-b", "", "60-150-200", "1e9-2e9", "99999999-"])(
    "is not %j",
    (text) => {
      expect(parseTimeRange(text)).toBeNull();
    },
  );
});

describe("a source", () => {
  const least = { anime: 5114, episode: 1, url: "https://media.test/1.m3u8" };
  const accepts = (fields: object) => sourceInputSchema.safeParse({ ...least, ...fields }).success;

  it("requires its anime, its episode and a URL; the rest has defaults", () => {
    expect(sourceInputSchema.parse(least)).toEqual({
      ...least,
      language: null,
      kind: "sub",
      label: null,
      order: 0,
      intro: null,
      outro: null,
    });
    for (const name of Object.keys(least)) expect(accepts({ [name]: undefined })).toBe(false);
  });

  it("is on the web or among our own media", () => {
    expect(accepts({ url: "/media/files/shows/1.mp4" })).toBe(true);
    for (const url of [
      "file:///etc/passwd",
      "//media.test/1.m3u8",
      "/etc/passwd",
      "media.test/1.m3u8",
      "javascript:alert(1)",
    ])
      expect(accepts({ url })).toBe(false);
  });

  it("has one spelling for each local file", () => {
    const parse = (url: string) => sourceInputSchema.parse({ ...least, url }).url;
    expect(parse("/media/files/shows/a #1?.mp4")).toBe("/media/files/shows/a%20%231%3F.mp4");
    expect(parse("/media/files//shows/a%20%231%3f.mp4")).toBe("/media/files/shows/a%20%231%3F.mp4");
    expect(accepts({ url: "/media/../etc/passwd" })).toBe(false);
  });

  it("has a language tag, a known kind and no unknown field", () => {
    expect(
      accepts({
        language: "pt-BR",
        kind: "dub",
        label: "1080p",
        order: 2,
        intro: "60-150",
        outro: null,
      }),
    ).toBe(true);
    for (const fields of [
      { language: "english please" },
      { kind: "original" },
      { intro: "soon" },
      { lable: "1080p" },
    ])
      expect(accepts(fields)).toBe(false);
  });
});
