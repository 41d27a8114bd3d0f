import { expect, it } from "vitest";
import { parseMediaPath } from "~/features/library/names/media-path";
import { isSure, matchMedia } from "./match-media";
import { normalised } from "./name-similarity";
import type { Relation, TitleFacts, TitleSource, TvdbEpisode } from "./title-facts";

type Title = Pick<TitleFacts, "malId" | "title"> &
  Partial<TitleFacts> & { synonyms?: string[]; tvdb?: TvdbEpisode[]; series?: string };

/** Season 2 of TheTVDB has both cours, which the catalog has as two titles without a relation. */
const TOUROU: Title[] = [
  { malId: 1, title: "Kami no Tourou" },
  {
    malId: 2,
    title: "Kami no Tourou: Ouji no Kikan",
    synonyms: ["Kami no Tourou 2nd Season"],
    tvdb: Array.from({ length: 24 }, (_, at) => ({ number: at + 1, season: 2, episode: at + 1 })),
  },
  { malId: 3, title: "Kami no Tourou: Koubou-sen", synonyms: ["Kami no Tourou 2nd Season"] },
];
const ARCS: Title[] = [
  { malId: 11, title: "Shiro: Sennen-hen" },
  { malId: 12, title: "Shiro: Sennen-hen - Ketsubetsu", synonyms: ["Shiro: Millennium Part 2"] },
  { malId: 13, title: "Shiro: Sennen-hen - Soukoku", synonyms: ["Shiro: Millennium Part 3"] },
  { malId: 14, title: "Shiro: Sennen-hen - Kashin" },
];
const FILMS: Title[] = [
  { malId: 21, title: "Ginga: Kaikou" },
  {
    malId: 22,
    title: "Ginga: Seiran 1",
    type: "Movie",
    episodes: 4,
    synonyms: ["Ginga 2nd Season"],
  },
  {
    malId: 23,
    title: "Ginga: Seiran 2",
    type: "Movie",
    episodes: 4,
    synonyms: ["Ginga 2nd Season"],
  },
];
const OTHERS: Title[] = [
  { malId: 31, title: "Hajime no Yama", synonyms: ["Hajime no Yama: The Climbing"] },
  { malId: 32, title: "Hajime no Yama: Rising" },
  { malId: 41, title: "Mon" },
  { malId: 42, title: "Mon Part 2" },
  { malId: 51, title: "Kara no Umi Movie 5: Mujun - Yoru no Uta", type: "Movie", episodes: 1 },
  { malId: 61, title: "Runner: Black Out 2022", year: 2017, type: "ONA", episodes: 1 },
  { malId: 71, title: "Toaru Umi T", synonyms: ["とある電磁砲[レールガン]T"] },
  { malId: 81, title: "Nakano Genome [Jikkyou]" },
  {
    malId: 91,
    title: "Maou no Gakuin II: Shijou Saikyou",
    synonyms: ["Maou no Gakuin 2nd Season"],
  },
  {
    malId: 92,
    title: "Maou no Gakuin II: Shijou Saikyou Part 2",
    synonyms: ["Maou no Gakuin 2nd Season"],
  },
];
const onTvdb = (season: number, from: number, to: number, offset = 0): TvdbEpisode[] =>
  Array.from({ length: to - from + 1 }, (_, at) => ({
    number: from + at,
    season,
    episode: from + at - offset,
  }));
/** Two titles that claim season 2 of TheTVDB, as sources disagree. */
const DISPUTED: Title[] = [
  {
    malId: 101,
    title: "Tetsu Robo",
    episodes: 24,
    series: "9",
    tvdb: [...onTvdb(1, 1, 12), ...onTvdb(2, 13, 24, 12)],
  },
  { malId: 102, title: "Tetsu Robo Damashii", episodes: 20, series: "9", tvdb: onTvdb(2, 1, 12) },
];
const STAGES: Title[] = [
  { malId: 111, title: "Touge D First Stage", tvdb: onTvdb(1, 1, 12) },
  { malId: 112, title: "Touge D Second Stage", tvdb: onTvdb(2, 1, 12) },
];
const COURS: Title[] = [
  { malId: 120, title: "Ikebukuro", episodes: 24, tvdb: onTvdb(1, 1, 24) },
  { malId: 121, title: "Ikebukuro Shou", tvdb: onTvdb(2, 1, 12) },
  { malId: 122, title: "Ikebukuro Ten", tvdb: onTvdb(2, 1, 12, -12) },
  { malId: 123, title: "Ikebukuro Ketsu", tvdb: onTvdb(2, 1, 12, -24) },
];
/** The catalog has a short series between two seasons, which TheTVDB counts among specials. */
const SHORT: Title[] = [
  { malId: 211, title: "Taizai no Umi", tvdb: onTvdb(1, 1, 12) },
  { malId: 212, title: "Taizai no Umi: Shirushi", episodes: 4, tvdb: onTvdb(0, 1, 4) },
  { malId: 213, title: "Taizai no Umi: Fukkatsu", tvdb: onTvdb(2, 1, 12) },
];
/** TheTVDB has the arc in season 3; by its place it would be season 4. */
const PLATES: Title[] = [
  { malId: 221, title: "Shokugeki", tvdb: onTvdb(1, 1, 12) },
  { malId: 222, title: "Shokugeki: Ni no Sara", tvdb: onTvdb(2, 1, 12) },
  { malId: 223, title: "Shokugeki: Ressha-hen", tvdb: onTvdb(2, 1, 12, -12) },
  { malId: 224, title: "Shokugeki: San no Sara", tvdb: onTvdb(3, 1, 12) },
];
/** A sequel under another name, which has seasons of its own. */
const GHOST: Title[] = [
  { malId: 231, title: "Kawa" },
  { malId: 232, title: "Kawa: Stage Zero" },
  { malId: 233, title: "Yurei no Machi" },
  { malId: 234, title: "Yurei no Machi 2nd Season" },
];
/** Names that several titles have, wholly or in part. */
const NAMESAKES: Title[] = [
  { malId: 241, title: "Kyuuketsu Mina", episodes: 26 },
  { malId: 242, title: "Kyuuketsu Mina", type: "OVA", episodes: 4 },
  { malId: 251, title: "Kaosu no Ko" },
  { malId: 252, title: "Kaosu no Ko Episode 0", type: "Special", episodes: 1 },
  { malId: 253, title: "Kaosu no Ko Recap", type: "Special", episodes: 1 },
];
/** TheTVDB has a prologue before the first episode, which the catalog does not count. */
const PROLOGUE: Title[] = [
  {
    malId: 261,
    title: "Ryuu Gakuen",
    tvdb: [
      { number: 1, season: 0, episode: 1 },
      ...Array.from({ length: 12 }, (_, at) => ({ number: at + 2, season: 1, episode: at + 1 })),
    ],
  },
];
const PARTS: Title[] = [
  { malId: 271, title: "Kyojin Sensou" },
  { malId: 272, title: "Kyojin Sensou: Final Season" },
  { malId: 273, title: "Kyojin Sensou: Final Season Part 2" },
  { malId: 281, title: "Yakyuu S1" },
  { malId: 282, title: "Yakyuu S2" },
  { malId: 291, title: "Fafuna" },
  { malId: 292, title: "Fafuna: Exodus" },
  { malId: 293, title: "Fafuna: Exodus Part 2", synonyms: ["Fafuna: Exodus 2nd Season"] },
];
/** A season in two parts, the second of which is short. */
const SHORT_PART: Title[] = [
  { malId: 311, title: "Kamigami no Tatakai" },
  { malId: 312, title: "Kamigami no Tatakai II", episodes: 10 },
  { malId: 313, title: "Kamigami no Tatakai II Part 2", type: "ONA", episodes: 5 },
  { malId: 314, title: "Kamigami no Tatakai III" },
];
const YEAR = 365 * 24 * 60 * 60 * 1_000;
const OUTER: Title[] = [
  { malId: 301, title: "The Seven Great Virtues" },
  { malId: 302, title: "Zetsubou Ronpa 3: The End of Peak School - Mirai-hen" },
  { malId: 303, title: "Kidou Senki Galaxion 0080: War in the Harbour" },
  { malId: 305, title: "Katana Sekai Alternative: Magical Gun Online" },
  { malId: 304, title: "Monsutaa Sekai", episodes: null, airedFrom: Date.now() - 2 * YEAR },
];
const WORDS: Title[] = [
  { malId: 131, title: "Kobayashi's Dragon Maid" },
  { malId: 132, title: "Kobayashi's Dragon Maid S" },
  { malId: 133, title: "My Teen Romantic Comedy SNAFU" },
  { malId: 134, title: "My Teen Romantic Comedy SNAFU TOO!" },
  { malId: 141, title: "A Magic That Should Be Special" },
  { malId: 151, title: "Shinseiki: The End of Everything", type: "Movie", episodes: 1, year: 1997 },
  { malId: 161, title: "Yuuki Bouken: Washio no Shou", type: "Movie", year: 2017 },
  {
    malId: 162,
    title: "Yuuki Bouken: Washio no Shou 2 - Tamashii",
    type: "Movie",
    episodes: 1,
    year: 2017,
  },
  { malId: 171, title: "Kaguya & Shirogane" },
  { malId: 191, title: "Unmei Yoru", episodes: 24 },
  { malId: 192, title: "Unmei Yoru: Unlimited Works" },
  { malId: 201, title: "Saishuu Kodomo-tachi", type: "Movie", episodes: 1 },
  { malId: 202, title: "Saishuu Kodomo-tachi Complete", type: "Movie", episodes: 1 },
  { malId: 181, title: "Ore to Kimi no Saigo no Ikusa, Aruiwa Sekai" },
];
/** Parts that are numbered in roman, of an animation without sequel and of one with it. */
const ROMAN: Title[] = [
  { malId: 321, title: "Yami no Hasami Ultimate", type: "OVA", episodes: 10 },
  { malId: 322, title: "Mahou no Ryouki", type: "OVA", episodes: 6 },
  { malId: 323, title: "Mahou no Ryouki Kai", type: "OVA", episodes: 6 },
];
const ZERO: Title[] = [
  { malId: 331, title: "Mushi Tensei" },
  { malId: 332, title: "Mushi Tensei II", synonyms: ["Mushi Tensei 2nd Season"] },
  { malId: 333, title: "Mushi Tensei II - Episode 0", type: "TV Special", episodes: 1 },
];
/** A season that continues in a short net animation. */
const NET: Title[] = [
  { malId: 341, title: "Ore no Neko" },
  { malId: 342, title: "Ore no Neko Specials", type: "ONA", episodes: 4 },
  { malId: 343, title: "Ore no Neko." },
];
/** A film that is season 2 elsewhere. */
const SEASON_FILM: Title[] = [
  { malId: 351, title: "Furi Kuro", type: "OVA", episodes: 6 },
  { malId: 352, title: "Furi Kuro Alter", type: "Movie", episodes: 1, synonyms: ["Furi Kuro 2"] },
  { malId: 353, title: "Furi Kuro: Grunge" },
];
/** Season 2 is a title of that name, and a part of the first one on TheTVDB. */
const LONG: Title[] = [
  {
    malId: 361,
    title: "Fairy Shippo",
    episodes: 175,
    tvdb: [...onTvdb(1, 1, 48), ...onTvdb(2, 49, 96, 48)],
  },
  { malId: 362, title: "Fairy Shippo (2014)", synonyms: ["Fairy Shippo Season 2"], episodes: 102 },
  { malId: 371, title: "Hataraku Ookami!!", tvdb: onTvdb(2, 1, 12) },
  { malId: 372, title: "Hataraku Ookami!! 2nd Season", tvdb: onTvdb(2, 13, 24) },
];
const WRITTEN_OTHERWISE: Title[] = [
  { malId: 381, title: "Tsuki Hime: First Kiss wa Owaranai", type: "Movie", episodes: 1 },
  { malId: 382, title: "Tsuki Hime" },
  { malId: 391, title: "Tian Guan", synonyms: ["天官賜福"] },
  { malId: 392, title: "Shiguang", synonyms: ["时光代理人"] },
  { malId: 401, title: "Zet", episodes: 24 },
  { malId: 324, title: "Kizu Uta II: Nekketsu-hen", type: "Movie", episodes: 1 },
  { malId: 325, title: "Mahou Juu: The First Movie - Mew's Return", type: "Movie", episodes: 1 },
  { malId: 326, title: "Berzerk: The Golden Age Arc III - The Advent", type: "Movie", episodes: 1 },
];
const SEQUELS = [
  [1, 2],
  [11, 12],
  [12, 13],
  [13, 14],
  [21, 22],
  [31, 32],
  [41, 42],
  [91, 92],
  [101, 102],
  [111, 112],
  [120, 121],
  [121, 122],
  [122, 123],
  [131, 132],
  [133, 134],
  [211, 212],
  [212, 213],
  [221, 222],
  [222, 223],
  [223, 224],
  [231, 232],
  [232, 233],
  [233, 234],
  [271, 272],
  [272, 273],
  [281, 282],
  [291, 292],
  [292, 293],
  [311, 312],
  [312, 313],
  [313, 314],
  [322, 323],
  [331, 332],
  [341, 342],
  [342, 343],
  [351, 352],
  [352, 353],
  [361, 362],
  [371, 372],
] as const;

const titles = createSource(
  [
    ...TOUROU,
    ...ARCS,
    ...FILMS,
    ...OTHERS,
    ...DISPUTED,
    ...STAGES,
    ...COURS,
    ...WORDS,
    ...SHORT,
    ...PLATES,
    ...GHOST,
    ...NAMESAKES,
    ...PROLOGUE,
    ...PARTS,
    ...SHORT_PART,
    ...OUTER,
    ...ROMAN,
    ...ZERO,
    ...NET,
    ...SEASON_FILM,
    ...LONG,
    ...WRITTEN_OTHERWISE,
  ],
  SEQUELS.map(([from, to]) => ({ from, to, kind: "SEQUEL" })),
);

/**
 * A search finds all titles, those that share a word first, so that a test depends on how they are
 * ranked.
 */
function createSource(all: Title[], relations: Relation[]): TitleSource {
  const facts = new Map(
    all.map((given): [number, TitleFacts] => {
      const { synonyms = [], tvdb: _tvdb, series: _series, ...title } = given;
      const names = [title.title, ...synonyms];
      const broadcast = { year: null, airedFrom: title.malId, isAired: true };
      const size = { type: "TV", episodes: 12, members: 50_000, officialNames: 1 };
      return [title.malId, { ...broadcast, ...size, names, ...title }];
    }),
  );
  const pick = <T>(ids: readonly number[], read: (id: number) => T | undefined) =>
    new Map(
      ids.flatMap((id) => {
        const value = read(id);
        return value === undefined ? [] : [[id, value] as const];
      }),
    );
  return {
    search: (query) => {
      const { tokens } = normalised(query);
      const shared = ({ names }: TitleFacts) =>
        names.some((name) => normalised(name).tokens.some((token) => tokens.includes(token)));
      const sorted = [...facts.values()].sort((a, b) => Number(shared(b)) - Number(shared(a)));
      return Promise.resolve(sorted.map(({ malId }) => malId));
    },
    findByKeys: (keys) =>
      Promise.resolve(
        [...facts.values()].flatMap(({ malId, names }) =>
          names
            .map((name) => normalised(name).key)
            .filter((key) => keys.includes(key))
            .map((key) => ({ malId, key, kind: 0 })),
        ),
      ),
    findByIds: (_sites, id) =>
      Promise.resolve(
        all
          .filter(({ series }) => series === String(id))
          .map(({ malId }) => ({ malId, season: null })),
      ),
    facts: (ids) => Promise.resolve(pick(ids, (id) => facts.get(id))),
    tvdb: (ids) =>
      Promise.resolve(
        pick(ids, (id) => {
          const { tvdb, series } = all.find(({ malId }) => malId === id) ?? {};
          return tvdb === undefined
            ? undefined
            : { series: series === undefined ? [] : [series], episodes: tvdb };
        }),
      ),
    relations: (id) =>
      Promise.resolve(relations.filter(({ from, to }) => from === id || to === id)),
  };
}

const bestOf = async (path: string) => (await matchMedia(titles, parseMediaPath(path)))[0];

it.each([
  ["[Group] Kami no Tourou S2 - 03 (1080p).mkv", 2, 3],
  ["[Group] Kami no Tourou S2 - 15 (1080p).mkv", 3, 3],
  ["Kami no Tourou - S02E15.mkv", 3, 3],
  ["Ginga - Seiran - 06.mkv", 23, 2],
  ["Ginga - Seiran 2 - 03.mkv", 23, 3],
  ["Hajime no Yama - The Climbing - Rising - 05.mkv", 32, 5],
  ["Hajime no Yama - The Climbing - 05.mkv", 31, 5],
  ["Mon Part 2/Mon - 03.mkv", 42, 3],
  ["Kara no Umi 5 - Mujun [BD 1080p].mkv", 51, 1],
  ["Kara no Umi - Mujun [BD 1080p].mkv", 51, 1],
  ["Kara no Umi Movie - Mujun [BD 1080p].mkv", 51, 1],
  ["Runner - Black Out 2022 [1080p].mkv", 61, 1],
  ["とある電磁砲T #07 (BS11).ts", 71, 7],
  ["[Group] Nakano Genome [Jikkyou] - 05 [1080p].mkv", 81, 5],
  ["[字幕组][甲铁城的门][Hajime no Yama][07][CHS].mp4", 31, 7],
  ["Maou no Gakuin II - 03.mkv", 91, 3],
  ["Maou no Gakuin II Part 2 - 03.mkv", 92, 3],
  ["Shiro - Sennen-hen S02E05.mkv", 12, 5],
  ["Tetsu Robo - S02E07.mkv", 101, 19],
  ["Touge.D.S02E03.1080p.WEB-DL.mkv", 112, 3],
  ["Ikebukuro Ten - 15.mkv", 122, 3],
  ["Kobayashis Dragon Maid S - 05.mkv", 132, 5],
  ["My.Teen.Romantic.Comedy.SNAFU.TOO.E05.1080p.BluRay.mkv", 134, 5],
  ["[Group] A Magic That Should Be Special [11].mkv", 141, 11],
  ["The.End.of.Everything.1997.1080p.BluRay.mkv", 151, 1],
  [
    "Yuuki Bouken Washio no Shou 2 - Tamashii (2017)/Yuuki Bouken Washio no Shou 2 - Tamashii (2017).mkv",
    162,
    1,
  ],
  ["Kaguya.Shirogane.E03.1080p.mkv", 171, 3],
  ["Ore to Kimi no Saigo no Ikusa - 04.mkv", 181, 4],
  ["[Group] Unmei Yoru [Unlimited Works] - 05 [1080p].mkv", 192, 5],
  ["[Group] Unmei Yoru [Uncensored] - 05 [1080p].mkv", 191, 5],
  ["[Group] Saishuu Kodomo-tachi Complete [BD 1080p].mkv", 202, 1],
  ["Shokugeki Season 3 - 06.mkv", 224, 6],
  ["Kawa Season 2 - 06.mkv", 232, 6],
  ["Yurei no Machi Season 2 - 06.mkv", 234, 6],
  ["Kaosu no Ko Episode 0 [BD].mkv", 252, 1],
  ["[Group] Kaosu no Ko Recap [BD].mkv", 253, 1],
  ["[Group] Kyojin Sensou (Final Season) - 27 (1080p).mkv", 273, 3],
  ["Yakyuu S1/Season 2/05.mkv", 282, 5],
  ["Fafuna/Season 2/08.mkv", 292, 8],
  ["Seven Great Virtues - 08.mkv", 301, 8],
  ["Zetsubou Ronpa 3 - Mirai-hen - 12.mkv", 302, 12],
  ["Touge D - 2nd Stage - 06.mkv", 112, 6],
  ["[Group] Magical Gun Online - 06.mkv", 305, 6],
  ["[Group] Kamigami no Tatakai - 30 (1080p).mkv", 314, 3],
  ["Galaxion 0080 - War in the Harbour - 06.mkv", 303, 6],
  ["[Group] Monsutaa Sekai - 80 (1080p).mkv", 304, 80],
  ["[Group] Yami no Hasami Ultimate VIII [BD 1080p].mkv", 321, 8],
  ["Yami no Hasami Ultimate - Episode VI [BD 1080p].mkv", 321, 6],
  ["[Group] Mushi Tensei S2 - 00 (1080p).mkv", 333, 1],
  ["Mushi.Tensei.S02E00.1080p.WEB-DL.mkv", 333, 1],
  ["[Group] Ore no Neko - 18 (1080p).mkv", 343, 6],
  ["[Group] Fairy Shippo S2 - 15 [720p].mkv", 362, 15],
  ["Fairy.Shippo.S02E15.1080p.WEB-DL.mkv", 361, 63],
  ["[Group] Hataraku Ookami!! 2nd Season - 04 [1080p].mkv", 372, 4],
  ["[Group] Tsuki Hime - First Kiss wa Owaranai - 01 (1080p).mkv", 381, 1],
  ["[某字幕组][天官赐福][03][1080p][国语中字].mp4", 391, 3],
  ["【某字幕组】【国漫】【天官赐福】【03】【GB】.mp4", 391, 3],
  ["[某字幕組] 時光代理人 [11][繁體].mp4", 392, 11],
  ["Zet TV - 13 [DVD].mkv", 401, 13],
  ["kizu.uta.2.nekketsu.1080p.mkv", 324, 1],
  ["Mahou Juu The First Movie [1080p BluRay].mkv", 325, 1],
  ["Berzerk Golden Age Arc 3 The Advent [1080p].mkv", 326, 1],
])("is sure of %s", async (path, malId, episode) => {
  const best = await bestOf(path);
  expect(best).toMatchObject({ malId, episode: { first: episode, last: episode } });
  expect(best !== undefined && isSure(best)).toBe(true);
});

it.each([
  ["two titles have the name", "Kyuuketsu Mina - 03.mkv"],
  ["a prologue may have shifted the numbers", "Ryuu Gakuen - S01E05.mkv"],
  ["a roman number may be the next title's", "Mahou no Ryouki II [BD].mkv"],
  ["a season continues in a short one, whose numbers may count on", "Ore no Neko - 14.mkv"],
  ["a film is that season", "Furi Kuro - S02E06.mkv"],
  ["numbers would count on from a film", "Furi Kuro 2 - 05.mkv"],
  ["a folder's season is of another title on TheTVDB", "Fairy Shippo/Season 2/15.mkv"],
  ["a running title cannot have that many episodes", "Monsutaa Sekai - 755.mkv"],
])("is not sure when %s", async (_reason, path) => {
  const best = await bestOf(path);
  expect(best !== undefined && isSure(best)).toBe(false);
});

it("suggests a part without a name for season 2, which may be another, and is not sure of it", async () => {
  const best = await bestOf("Mon S02E05.mkv");
  expect(best).toMatchObject({ malId: 42, episode: { first: 5 } });
  expect(best !== undefined && isSure(best)).toBe(false);
});

it("is not sure of a number that counts a series which TheTVDB leaves out", async () => {
  const best = await bestOf("Taizai no Umi - 20.mkv");
  expect(best !== undefined && isSure(best)).toBe(false);
});
