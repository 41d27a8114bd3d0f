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
    ["신의 등롱 제5화.mkv", "신의 등롱", null, [5, 5]],
    ["신의 등롱 5화.mkv", "신의 등롱", null, [5, 5]],
    ["신의등롱5화.mkv", "신의등롱", null, [5, 5]],
    ["신의 등롱 제 05 화 1080p.mkv", "신의 등롱", null, [5, 5]],
    ["신의 등롱 13회 완결.mkv", "신의 등롱", null, [13, 13]],
    ["신의 등롱 - 12 완결.mkv", "신의 등롱", null, [12, 12]],
    ["신의 등롱 12 완결.mkv", "신의 등롱", null, [12, 12]],
    ["신의 등롱 01-02화.mkv", "신의 등롱", null, [1, 2]],
    ["[자막] 신의 등롱 [05화][1080p].mkv", "신의 등롱", null, [5, 5]],
    ["신의 등롱 시즌 2 5화.mkv", "신의 등롱 시즌 2", 2, [5, 5]],
    ["신의 등롱 2기 제5화 시작.mkv", "신의 등롱 2기", 2, [5, 5]],
    ["신의 등롱/시즌 2/05.mkv", "신의 등롱", 2, [5, 5]],
    ["신의 등롱/2기/제5화.mkv", "신의 등롱", 2, [5, 5]],
    ["신의 등롱 2기 완결/5화 시작.mkv", "신의 등롱 2기", 2, [5, 5]],
    ["신의 등롱 (완결)/2기/5화.mkv".normalize("NFD"), "신의 등롱", 2, [5, 5]],
    ["5화의 기적 - 03.mkv", "5화의 기적", null, [3, 3]],
    ["제13회 축제 - 05.mkv", "제13회 축제", null, [5, 5]],
    ["신의등롱제5화.mkv", "신의등롱", null, [5, 5]],
    ["신의 축제 제 5화.mkv", "신의 축제", null, [5, 5]],
    ["13회 축제 05화.mkv", "13회 축제", null, [5, 5]],
    ["2기 동창회/2기 동창회 - 05.mkv", "2기 동창회", null, [5, 5]],
    ["2기 동창회/05화.mkv", "2기 동창회", null, [5, 5]],
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
    ["Kami no Tourou Ep. 3.mkv", "Kami no Tourou", null, [3, 3]],
    ["Kami no Tourou/Layer 05.mkv", "Kami no Tourou", null, [5, 5]],
    ["Kami no Tourou - Session 05.mkv", "Kami no Tourou", null, [5, 5]],
    ["[Group][神の灯籠 LIGHT][Kami no Tourou Season 2][06].mkv", "神の灯籠 LIGHT", 2, [6, 6]],
    ["Kami no Tourou [8_12].avi", "Kami no Tourou", null, [8, 8]],
    ["Kami no Tourou-05.mkv", "Kami no Tourou", null, [5, 5]],
    ["Kami no Tourou/[05] Words.mkv", "Kami no Tourou", null, [5, 5]],
    ["05. Kami no Tourou.mkv", "Kami no Tourou", null, [5, 5]],
    ["Kami no Tourou S2P2/Kami no Tourou - 05.mkv", "Kami no Tourou", 2, [5, 5]],
    ["Kami no Tourou/Second Season/05.mkv", "Kami no Tourou", 2, [5, 5]],
    ["Kami no Tourou (2019) (Season 2)/Kami no Tourou - 05.mkv", "Kami no Tourou", 2, [5, 5]],
    ["Kami no Tourou S1-S2 + OVA/S2/05.mkv", "Kami no Tourou", 2, [5, 5]],
    ["Kami no Tourou - S02E05 - Words (Part 1).mkv", "Kami no Tourou", 2, [5, 5]],
    ["Kami no Tourou | Kami no Tourou - 05.mkv", "Kami no Tourou", null, [5, 5]],
    ["[Group][神の灯籠_Kami no Tourou][05][GB].mp4", "神の灯籠 | Kami no Tourou", null, [5, 5]],
    ["Umi Tokyo 2040 - 05.mkv", "Umi Tokyo 2040", null, [5, 5]],
    ["Level E 03 [END].mkv", "Level E", null, [3, 3]],
    ["[Group] Kami no Tourou - 16 (S02E03) [BD].mkv", "Kami no Tourou", 2, [3, 3]],
    ["[Group] Kami no Tourou - 16 [2x03].mkv", "Kami no Tourou", 2, [3, 3]],
    ["Kami no Tourou (Season 2 Episode 3) - 16.mkv", "Kami no Tourou", 2, [3, 3]],
    ["Kami no Tourou - 13-14 (S01E13-E14).mkv", "Kami no Tourou", 1, [13, 14]],
    ["Kami no Tourou - 16 - S02E03 - Words.mkv", "Kami no Tourou", 2, [3, 3]],
    ["Tourou 100 (S02E03).mkv", "Tourou 100", 2, [3, 3]],
    ["Kami no Tourou - 05 - 11-59 [BD].mkv", "Kami no Tourou", null, [5, 5]],
    ["Kami no Tourou - 06 - 7-10 Words.mkv", "Kami no Tourou", null, [6, 6]],
    ["Kami no Tourou - 05 - 12 Words.mkv", "Kami no Tourou", null, [5, 5]],
    ["Kami no Tourou 06 - 7-10 Words.mkv", "Kami no Tourou", null, [6, 6]],
    ["Kami no Tourou E05 - 11-59.mkv", "Kami no Tourou", null, [5, 5]],
    ["Kami no Tourou/05 - 11-59.mkv", "Kami no Tourou", null, [5, 5]],
    ["Kami no Tourou/12 - 24 Words.mkv", "Kami no Tourou", null, [12, 12]],
    ["Kami no Tourou - 05 - Episode 3 of a Play.mkv", "Kami no Tourou", null, [5, 5]],
    ["Kami no Tourou - 05 - 24.mkv", "Kami no Tourou", null, [5, 5]],
    ["Kami no Tourou - 05 - 06.mkv", "Kami no Tourou", null, [5, 6]],
    ["Kami no Tourou - 05-06.mkv", "Kami no Tourou", null, [5, 6]],
    ["Kami no Tourou - 01 - 26/07.mkv", "Kami no Tourou", null, [7, 7]],
    ["Kami no Tourou - 100 Lanterns - 18.mkv", "Kami no Tourou - 100 Lanterns", null, [18, 18]],
    ["86 - 05.mkv", "86", null, [5, 5]],
    [
      "【字幕社】 ★1月新番 Umi wa Ameagari no You ni 第05话.mp4",
      "Umi wa Ameagari no You ni",
      null,
      [5, 5],
    ],
    ["【字幕社】★01月新番★[Kami no Tourou][05][GB].mp4", "Kami no Tourou", null, [5, 5]],
    ["2023-07-09 23時00分 神の灯籠 第05話.ts", "神の灯籠", null, [5, 5]],
    ["202307092300-神の灯籠 #05.ts", "神の灯籠", null, [5, 5]],
    ["TVアニメ「神の灯籠」第05話.ts", "神の灯籠", null, [5, 5]],
    ["アニメ　神の灯籠　第05話「始まり」.ts", "神の灯籠", null, [5, 5]],
  ])("reads the title and the numbers of %s", (path, title, season, episode) => {
    expect(read(path)).toEqual([title, season, episode, "episode"]);
  });

  it("believes a special's season before a continuous number", () => {
    expect(read("[Group] Kami no Tourou - 14 (S00E01).mkv")).toEqual([
      "Kami no Tourou",
      0,
      [1, 1],
      "special",
    ]);
  });

  it.each([
    ["Kami no Tourou - NCOP 01.mkv", "extra"],
    ["Kami no Tourou/Extras/Making.mkv", "extra"],
    ["Kami no Tourou - Creditless Ending 2.mkv", "extra"],
    ["Kami no Tourou PV2.mkv", "extra"],
    ["Kami no Tourou - Menu 9 [BD].mkv", "extra"],
    ["[Group] Kami no Tourou [SPOT 04].mkv", "extra"],
    ["[Group] Kami no Tourou [IV03].mkv", "extra"],
    ["Kami no Tourou - Episode 7 Preview.mkv", "extra"],
    ["Kami no Tourou 2 - Sample.mkv", "extra"],
    ["Kami no Tourou/sample-kami.no.tourou.s01e01.mkv", "extra"],
    ["Kami no Tourou - TVCM 09.mkv", "extra"],
    ["Kami no Tourou - S01E05 - The Interview.mkv", "episode"],
    ["Kami no Tourou IV - 07.mkv", "episode"],
    ["Shomin Sample - 05.mkv", "episode"],
    ["Kami no Tourou (OVA) - 02.mkv", "ova"],
    ["Kami no Tourou/OVA 3.mkv", "ova"],
    ["Kami no Tourou - Vol. 4 [DVD].mkv", "ova"],
    ["Kami no Tourou (Movie).mkv", "movie"],
    ["Kami no Tourou OVA - 02.mkv", "ova"],
    ["Kami no Tourou/Specials/Kami no Tourou - 02.mkv", "special"],
    ["Kami no Tourou - S00E02.mkv", "special"],
    ["극장판 신의 등롱.mkv", "movie"],
    ["극장판/신의 등롱 (2017).mkv", "movie"],
    ["신의 등롱 [극장판].mkv", "movie"],
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

  it("names series that are called in two ways, and words before numbers, in both ways", () => {
    expect(parseMediaPath("神の灯籠／Kami no Tourou - 05.mkv").sameTitles).toEqual([
      "神の灯籠",
      "Kami no Tourou",
    ]);
    expect(parseMediaPath("Umi The Final Act 05.mkv").titles).toEqual([
      "Umi The Final",
      "Umi The Final Act",
    ]);
    expect(parseMediaPath("Umi (Not) Yama.mkv").sameTitles).toEqual(["Umi Not Yama"]);
    expect(parseMediaPath("2001 - Umi no Gakudan.mkv")).toMatchObject({ year: 2001 });
  });

  it("takes a number between two episodes for neither", () => {
    expect(parseMediaPath("Kami no Tourou - 12.5.mkv").isFraction).toBe(true);
  });

  it("reads roman numbers behind OVA, and no number of `30-sai`", () => {
    expect(read("Umi Ultimate OVA IX [BD].mkv")).toEqual(["Umi Ultimate", null, [9, 9], "ova"]);
    expect(read("30-sai made Umi.mkv")).toEqual(["30-sai made Umi", null, null, "episode"]);
    expect(read("05-Umi.mkv")[2]).toEqual([5, 5]);
  });

  it("cuts languages behind a year", () => {
    const name = parseMediaPath("Umi.no.Katachi.2016.JAPANESE.1080p.BluRay.x264-GRP.mkv");
    expect(name).toMatchObject({ year: 2016, titles: ["Umi no Katachi", "Umi no Katachi 2016"] });
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
