import { expect, it } from "vitest";
import { serverI18n } from "~/i18n/i18n.server";
import { sourceNames } from "./source-name";

const i18n = serverI18n("en");

it("names a source by label, language and quality", () => {
  expect(
    sourceNames(i18n, [
      { kind: "dub", language: "es", label: "1080p", episodes: null, release: "A" },
      { kind: "raw", language: null, label: null, episodes: { first: 1, last: 2 }, release: null },
      { kind: null, language: null, label: null, episodes: null, release: null },
    ]),
  ).toEqual(["Dubbed, Spanish, 1080p", "Original, episodes 1–2", "Source"]);
});

it("numbers sources of the same name", () => {
  const sub = { kind: "sub", language: "en", label: null, episodes: null, release: null } as const;
  expect(sourceNames(i18n, [sub, sub, { ...sub, label: "720p" }])).toEqual([
    "Subtitled, English 1",
    "Subtitled, English 2",
    "Subtitled, English, 720p",
  ]);
  expect(sourceNames(serverI18n("es"), [sub])).toEqual(["Subtitulado, inglés"]);
});

it("tells releases of one name apart by group and origin, and then by number", () => {
  const file = { kind: "sub", language: "en", label: "1080p", episodes: null } as const;
  const names = ["A WEB", "A BD", "B", "B", null].map((release) => ({ ...file, release }));
  const both = { ...file, episodes: { first: 1, last: 2 }, release: "A WEB" };
  expect(sourceNames(i18n, [...names, both, { ...file, label: "720p", release: "A" }])).toEqual([
    "Subtitled, English, 1080p, A WEB",
    "Subtitled, English, 1080p, A BD",
    "Subtitled, English, 1080p, B 1",
    "Subtitled, English, 1080p, B 2",
    "Subtitled, English, 1080p",
    "Subtitled, English, 1080p, episodes 1–2",
    "Subtitled, English, 720p",
  ]);
});
