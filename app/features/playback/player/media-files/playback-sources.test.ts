import { describe, expect, it } from "vitest";
import { isMediaFileUrl } from "./media-file-url";
import { toNamedSources, type PlaybackResponse } from "./playback-sources";

type Source = PlaybackResponse["data"]["sources"][number];

const BASE: Source = {
  type: "hls",
  url: "/a",
  external_url: null,
  device_url: null,
  download_url: null,
  problem: null,
  subtitles: [],
  fonts: [],
  seek_pictures: null,
  chapters: [],
};

function named(...sources: Partial<Source>[]) {
  const all = sources.map((source) => ({ ...BASE, ...source }));
  return toNamedSources({ data: { sources: all } }, ["First", "Second"], 2);
}

describe("the sources of an episode", () => {
  it("have the names of the page, in its order", () => {
    expect(named({}, { type: "file" }, {}).map(({ name, isFile }) => [name, isFile])).toEqual([
      ["First", false],
      ["Second", true],
      ["3", false],
    ]);
  });

  it("tell the other episodes of a file that has several", () => {
    const files = named({}, { episodes: { first: 1, last: 3 } });
    expect(files.map((source) => source.otherEpisodes)).toEqual([[], [1, 3]]);
  });

  it("have subtitles and fonts", () => {
    const subtitle = { language: "en", label: "Signs", format: "ass", url: "/s" } as const;
    const [source] = named({
      subtitles: [{ ...subtitle, kind: "signs", default: true, plain_url: "/s.vtt" }],
      audio: [{ language: "ja" }],
      fonts: [{ url: "/f.ttf" }],
    });
    expect([source?.subtitleFiles, source?.fonts, source?.soundLanguage]).toEqual([
      [{ ...subtitle, kind: "signs", isDefault: true, plainUrl: "/s.vtt" }],
      ["/f.ttf"],
      "ja",
    ]);
  });

  it("have what the site knows of them, and a URL for other programs", () => {
    const problem = { kind: "video", codec: "HEVC 10-bit", message: "No." } as const;
    const [broken, plain] = named({ problem, external_url: "/e" }, {});
    expect([broken?.sourceProblem, broken?.externalUrl]).toEqual([
      { kind: "video", codec: "HEVC 10-bit" },
      "/e",
    ]);
    expect([plain?.sourceProblem, plain?.externalUrl]).toEqual([null, null]);
  });

  it("have chapters in order of time, and skip those that are intros and outros", () => {
    const [source] = named({
      chapters: [
        { title: "Intro", start: 60, end: 150, kind: "intro", detected: false },
        { title: "Prologue", start: 0, end: 60, kind: "part", detected: false },
        { title: null, start: 1300, end: null, kind: "outro", detected: true },
      ],
    });
    expect(source?.chapters?.map(({ title }) => title)).toEqual(["Prologue", "Intro"]);
    expect(source?.marks).toEqual([
      { kind: "intro", start: 60, end: 150 },
      { kind: "outro", start: 1300, end: null, detected: true },
    ]);
  });

  it("are requested only if one is a file of this site", () => {
    expect(
      ["/media/files/~t/a.mkv", "/media/demo/1.m3u8", "/api/videoProxy?url=x"].map(isMediaFileUrl),
    ).toEqual([true, false, false]);
  });
});
