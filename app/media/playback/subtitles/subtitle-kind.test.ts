import { expect, it } from "vitest";
import { distinctLabels, subtitleKind, type SubtitleKind } from "./subtitle-kind";

it.each<[SubtitleKind, string[]]>([
  [
    "signs",
    [
      ...["Signs", "Songs", "Signs & Songs", "English (Signs/Songs)", "S&S", "S &amp; S", "Forced"],
      ...["en.forced", "Schilder", "Deutsch – Schilder & Lieder", "Carteles y canciones"],
      ...["Forzados", "Français (forcés)", "Panneaux", "Cartelli", "Placas e Músicas"],
      ...["Надписи", "看板・歌"],
    ],
  ],
  [
    "full",
    [
      ...["Full", "Full subtitles with signs & songs", "Dialogue + Signs", "English"],
      ...["Songstress", "Account"],
    ],
  ],
  ["hearing_impaired", ["SDH", "English [CC]", "Deutsch für Hörgeschädigte"]],
  ["commentary", ["Director's commentary", "Kommentar"]],
])("%s are what they are called", (kind, names) => {
  expect(names.map((name) => [name, subtitleKind(name)])).toEqual(
    names.map((name) => [name, kind]),
  );
});

it("follows the flags of a track without such a name", () => {
  expect(subtitleKind(null, { isForced: true })).toBe("signs");
  expect(subtitleKind("English", { isHearingImpaired: true })).toBe("hearing_impaired");
  expect(subtitleKind("", { isCommentary: true, isForced: true })).toBe("commentary");
  expect(subtitleKind("Dialogue", { isForced: true })).toBe("full");
  expect(subtitleKind(null)).toBe("full");
});

it("has a label of its own for each track", () => {
  const tracks = [
    { label: "English", kind: "full" },
    { label: "English", kind: "signs" },
    { label: "English", kind: "full" },
    { label: "English (2)", kind: "full" },
    { label: "English – Signs", kind: "signs" },
    { label: "English", kind: "hearing_impaired" },
  ] as const;
  const labels = [
    "English",
    "English – forced",
    "English (2)",
    "English (2) (2)",
    "English – Signs",
    "English – SDH",
  ];
  expect(distinctLabels(tracks)).toEqual(labels);
  const again = tracks.map(({ kind }, index) => ({ label: labels[index] ?? "", kind }));
  expect(distinctLabels(again)).toEqual(labels);
});
