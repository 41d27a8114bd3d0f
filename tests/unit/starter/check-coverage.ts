import {
  AIRING_STATUSES,
  ANIME_TYPES,
  SEASONS,
  WEEKDAYS,
  type AnimeType,
} from "~/features/catalog/vocabulary";
import { DEMO_MAL_ID, RATINGS, VISIBLE_GENRES, type StarterCatalog } from "./starter-rows";

export interface CoverageLine {
  rule: string;
  count: number;
  atLeast: number;
}

const DECADES = [1960, 1970, 1980, 1990, 2000, 2010, 2020];
const MIN_BY_TYPE: Record<AnimeType, number> = {
  TV: 200,
  Movie: 50,
  OVA: 8,
  ONA: 10,
  Special: 5,
  Music: 5,
  CM: 4,
  PV: 4,
  "TV Special": 8,
};
const LONG_SHOW_EPISODES = 60;
const MAX_LIST_LENGTH = 120;

/** Counts per filter value, against the minimum. */
export function coverage(catalog: StarterCatalog): CoverageLine[] {
  const { animes, episodes, relations } = catalog;
  const count = (
    rule: string,
    atLeast: number,
    matches: (anime: (typeof animes)[number]) => boolean,
  ): CoverageLine => ({ rule, atLeast, count: animes.filter(matches).length });
  const lengths = episodesByTitle(episodes);
  return [
    { rule: "titles", count: animes.length, atLeast: 330 },
    ...DECADES.map((decade) =>
      count(
        `decade ${decade}s`,
        12,
        ({ year }) => year !== null && year >= decade && year < decade + 10,
      ),
    ),
    ...ANIME_TYPES.map((type) =>
      count(`type ${type}`, MIN_BY_TYPE[type], (anime) => anime.type === type),
    ),
    ...AIRING_STATUSES.map((status) =>
      count(`status ${status}`, 10, (anime) => anime.status === status),
    ),
    ...SEASONS.map((season) => count(`season ${season}`, 60, (anime) => anime.season === season)),
    ...WEEKDAYS.map((day) => count(`broadcast ${day}`, 20, (anime) => anime.broadcast_day === day)),
    ...RATINGS.map((rating) => count(`rating ${rating}`, 10, (anime) => anime.rating === rating)),
    ...VISIBLE_GENRES.map((genre) =>
      count(`genre ${genre}`, 5, (anime) => anime.genres.includes(genre)),
    ),
    count("trailers", 100, ({ youtube_id }) => youtube_id !== null),
    { rule: "titles with episode lists", count: lengths.size, atLeast: 65 },
    {
      rule: `episode lists of ${LONG_SHOW_EPISODES} or more`,
      count: [...lengths.values()].filter((length) => length >= LONG_SHOW_EPISODES).length,
      atLeast: 1,
    },
    { rule: "relations", count: relations.length, atLeast: 200 },
    ...(["characters", "staff", "themes"] as const).map((part) => ({
      rule: `titles with ${part}`,
      count: new Set(catalog[part].map(({ mal_id }) => mal_id)).size,
      atLeast: 50,
    })),
  ];
}

/** Lists repeated ids, incomplete episode lists, dangling references, an invalid demo series. */
export function consistencyProblems(catalog: StarterCatalog): string[] {
  const { animes, episodes, relations, demo, demoEpisodes } = catalog;
  const problems: string[] = [];
  const byId = new Map(animes.map((anime) => [anime.mal_id, anime]));
  if (byId.size !== animes.length) problems.push("animes: an id is there twice");
  for (const anime of animes) {
    if (anime.mal_id >= DEMO_MAL_ID)
      problems.push(`${anime.mal_id}: the id belongs to the demo's range`);
    if (anime.background !== null) problems.push(`${anime.mal_id}: background must be null`);
    if (anime.airing !== (anime.status === "Currently Airing"))
      problems.push(`${anime.mal_id}: airing contradicts the status`);
    if ((anime.season === null) !== (anime.year === null))
      problems.push(`${anime.mal_id}: season and year come together or not at all`);
  }
  for (const [id, length] of episodesByTitle(episodes)) {
    if (byId.get(id)?.episodes !== length)
      problems.push(
        `${id}: ${length} episodes listed, the title has ${byId.get(id)?.episodes ?? "none"}`,
      );
    if (length > MAX_LIST_LENGTH)
      problems.push(`${id}: ${length} episodes are too many for a starter`);
  }
  problems.push(
    ...numberingProblems([...episodes, ...demoEpisodes]),
    ...creditProblems(catalog, (id) => byId.has(id)),
  );
  for (const episode of episodes)
    if (episode.video_source !== undefined)
      problems.push(`${episode.mal_id}: only the demo has a video`);
  const pairs = new Set(
    relations.map(
      (relation) => `${relation.mal_id} ${relation.related_mal_id} ${relation.relation}`,
    ),
  );
  if (pairs.size !== relations.length) problems.push("relations: one is there twice");
  for (const { mal_id, related_mal_id } of relations) {
    if (!byId.has(mal_id) || !byId.has(related_mal_id) || mal_id === related_mal_id)
      problems.push(
        `relation ${mal_id} to ${related_mal_id}: not between two titles of the starter`,
      );
  }
  if (
    demo.length !== 1 ||
    demo[0]?.mal_id !== DEMO_MAL_ID ||
    demo[0].url !== null ||
    demo[0].approved
  )
    problems.push("demo: exactly one series, under the reserved id, without an address");
  if (demoEpisodes.length !== demo[0]?.episodes)
    problems.push("demo: as many episodes as the series says");
  for (const { mal_id, number, video_source } of demoEpisodes) {
    if (mal_id !== DEMO_MAL_ID || video_source !== `/media/demo/${number}/master.m3u8`)
      problems.push(`demo episode ${number}: wrong series or video`);
  }
  return problems;
}

function episodesByTitle(episodes: StarterCatalog["episodes"]): Map<number, number> {
  const lengths = new Map<number, number>();
  for (const { mal_id } of episodes) lengths.set(mal_id, (lengths.get(mal_id) ?? 0) + 1);
  return lengths;
}

/** Credits of no title of the starter, rows that repeat, and ids with two names. */
function creditProblems(
  { characters, staff, themes }: StarterCatalog,
  isTitle: (id: number) => boolean,
): string[] {
  const people = [...staff, ...characters.flatMap(({ voice_actors }) => voice_actors)];
  const repeats = (part: string, keys: readonly string[]): string[] =>
    new Set(keys).size === keys.length ? [] : [`${part}: a row is there twice`];
  return [
    ...[...characters, ...staff, ...themes]
      .filter(({ mal_id }) => !isTitle(mal_id))
      .map(({ mal_id }) => `credits of ${mal_id}: not a title of the starter`),
    ...repeats(
      "characters",
      characters.map((row) => `${row.mal_id} ${row.character_id}`),
    ),
    ...repeats(
      "staff",
      staff.map((row) => `${row.mal_id} ${row.person_id}`),
    ),
    ...repeats(
      "themes",
      themes.map((row) => String(row.mal_id)),
    ),
    ...twoNames(
      "character",
      characters.map((row) => [row.character_id, row.name]),
    ),
    ...twoNames(
      "person",
      people.map((row) => [row.person_id, row.name]),
    ),
  ];
}

function twoNames(kind: string, rows: readonly (readonly [number, string])[]): string[] {
  const names = new Map<number, string>();
  return rows.flatMap(([id, name]) => {
    const given = names.get(id) ?? name;
    names.set(id, given);
    return given === name ? [] : [`${kind} ${id}: ${given} and ${name}`];
  });
}

function numberingProblems(episodes: StarterCatalog["episodes"]): string[] {
  const last = new Map<number, number>();
  return episodes.flatMap(({ mal_id, number }) => {
    const expected = (last.get(mal_id) ?? 0) + 1;
    last.set(mal_id, number);
    return number === expected
      ? []
      : [`${mal_id}: episode ${number} stands where ${expected} should`];
  });
}
