import { describe, expect, it } from "vitest";
import { parseMediaPath } from "./media-path";

function read(path: string) {
  const { titles, season, episode, kind } = parseMediaPath(path);
  return [titles[0] ?? "", season, episode === null ? null : [episode.first, episode.last], kind];
}

describe("parseMediaPath", () => {
  it.each([
    ["[Group] Kami no Tourou - 05 (1080p) [A1B2C3D4].mkv", "Kami no Tourou", null, [5, 5]],
    ["[Group]_Kami_no_Tourou_-_05_[1080p].mkv", "Kami no Tourou", null, [5, 5]],
    ["Kami.no.Tourou.S02E05.1080p.WEB-DL.AAC2.0.H.264-GRP.mkv", "Kami no Tourou", 2, [5, 5]],
    ["Kami no Tourou S2 - 05.mkv", "Kami no Tourou", 2, [5, 5]],
    ["Kami no Tourou/Season 3/05.mkv", "Kami no Tourou", 3, [5, 5]],
    ["Kami no Tourou/05 - The Lantern.mkv", "Kami no Tourou", null, [5, 5]],
    ["Kami no Tourou - S01E05-E06.mkv", "Kami no Tourou", 1, [5, 6]],
    ["Kami no Tourou - 01 ~ 13/Kami no Tourou - 07.mkv", "Kami no Tourou", null, [7, 7]],
    ["[Group][Kami no Tourou][05][1080P][GB].mp4", "Kami no Tourou", null, [5, 5]],
    ["Tourou 100 [09][1080p].mkv", "Tourou 100", null, [9, 9]],
    ["【神の灯籠】 - 05.mkv", "神の灯籠", null, [5, 5]],
    ["神の灯籠 第05話.mkv", "神の灯籠", null, [5, 5]],
    ["Long Show/S21E1015.mkv", "Long Show", 21, [1015, 1015]],
    ["Kami no Tourou - 01 #1.mkv", "Kami no Tourou", null, [1, 1]],
    [
      "Kami no Tourou (The Final Season) - 16.mkv",
      "Kami no Tourou The Final Season",
      null,
      [16, 16],
    ],
    ["【神の灯籠】 第2期 第05話.mkv", "神の灯籠 第2期", 2, [5, 5]],
    ["[Group] Kami no Tourou [12(END)].mkv", "Kami no Tourou", null, [12, 12]],
    ["3-gatsu no Tourou - 12 END.mkv", "3-gatsu no Tourou", null, [12, 12]],
  ])("reads the title and the numbers of %s", (path, title, season, episode) => {
    expect(read(path)).toEqual([title, season, episode, "episode"]);
  });

  it.each([
    ["Kami no Tourou - NCOP 01.mkv", "extra"],
    ["Kami no Tourou/Extras/Making.mkv", "extra"],
    ["Kami no Tourou - Creditless Ending 2.mkv", "extra"],
    ["Kami no Tourou PV2.mkv", "extra"],
    ["Kami no Tourou OVA - 02.mkv", "ova"],
    ["Kami no Tourou/Specials/Kami no Tourou - 02.mkv", "special"],
    ["Kami no Tourou - S00E02.mkv", "special"],
    ["Gekijouban Kami no Tourou.mkv", "movie"],
    ["Kami no Tourou Movie 3 - Yoru.mkv", "movie"],
  ])("recognises %s as %s", (path, kind) => {
    expect(parseMediaPath(path).kind).toBe(kind);
  });

  it("reads years, versions, groups, parts and ids", () => {
    expect(parseMediaPath("[Group] Umi Part 2 (2019) [mal-5114] - 03v2.mkv")).toMatchObject({
      year: 2019,
      version: 2,
      group: "Group",
      part: 2,
      ids: { mal: 5114 },
      episode: { first: 3, last: 3 },
    });
    expect(parseMediaPath("Umi {tvdb-81797}/Season 1/Umi - S01E02.mkv").ids.tvdb).toBe(81_797);
  });

  it("takes a number between two episodes for neither", () => {
    expect(parseMediaPath("Kami no Tourou - 12.5.mkv").isFraction).toBe(true);
  });

  it("takes years for no episodes", () => {
    expect(parseMediaPath("Umi no Gakudan 2019.mkv")).toMatchObject({ episode: null, year: 2019 });
  });

  it("reads the longest and oddest names in bounded time", () => {
    for (const name of [
      "[".repeat(5_000),
      "- 05 ".repeat(2_000),
      "S01".repeat(3_000),
      "(".repeat(300) + "05",
    ])
      expect(() => parseMediaPath(`${name}.mkv`)).not.toThrow();
  });
});
