import { expect, it } from "vitest";
import { serverWords } from "~/language/catalogs.server";
import { sourceNames } from "./source-name";

const words = serverWords("en");

it("names a source by what is said, the language and the quality", () => {
  expect(
    sourceNames(words, [
      { kind: "dub", language: "es", label: "1080p" },
      { kind: "raw", language: null, label: null },
      { kind: null, language: null, label: null },
    ]),
  ).toEqual(["Dubbed, Spanish, 1080p", "Original", "Source"]);
});

it("numbers sources that would have one name", () => {
  const sub = { kind: "sub", language: "en", label: null } as const;
  expect(sourceNames(words, [sub, sub, { ...sub, label: "720p" }])).toEqual([
    "Subtitled, English 1",
    "Subtitled, English 2",
    "Subtitled, English, 720p",
  ]);
  expect(sourceNames(serverWords("es"), [sub])).toEqual(["Subtitulado, inglés"]);
});
