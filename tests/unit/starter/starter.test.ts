import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { LAST_STARTER_SEASON, seasonAt, seasonStart } from "~/features/schedule/season";
import { consistencyProblems, coverage } from "./check-coverage";
import { sentences, synopsisProblems } from "./check-synopsis";
import { readStarter, type StarterReading } from "./read-starter";
import {
  DEMO_MAL_ID,
  starterAnimeSchema,
  starterEpisodeSchema,
  type StarterAnime,
  type StarterCatalog,
} from "./starter-rows";

let reading: StarterReading;
let catalog: StarterCatalog;
let sample: StarterAnime;

beforeAll(async () => {
  reading = await readStarter(fileURLToPath(new URL("../../../db/starter", import.meta.url)));
  catalog = reading.catalog;
  const first = catalog.animes[0];
  if (first === undefined) throw new Error("the starter catalog is empty");
  sample = first;
});

describe("the starter catalog", () => {
  it("is valid in every line of every file", () => {
    expect(reading.problems).toEqual([]);
  });

  it("has enough titles of every decade, type, status, season, weekday, rating and genre", () => {
    expect(coverage(catalog).filter(({ count, atLeast }) => count < atLeast)).toEqual([]);
  });

  it("is consistent: ids, episode lists, relations and the demo series", () => {
    expect(consistencyProblems(catalog)).toEqual([]);
  });

  it("ends with the season that pages of later ones name", () => {
    const counts = new Map<string, number>();
    for (const { aired_from: airedFrom } of catalog.animes) {
      if (airedFrom === null) continue;
      const start = seasonStart(seasonAt(new Date(airedFrom))).toISOString();
      counts.set(start, (counts.get(start) ?? 0) + 1);
    }
    const known = [...counts].filter(([, count]) => count >= 5).map(([start]) => start);
    expect(known.sort().at(-1)).toBe(seasonStart(LAST_STARTER_SEASON).toISOString());
  });

  it("describes every title in two to four sentences of its own", () => {
    expect(synopsisProblems([...catalog.animes, ...catalog.demo])).toEqual([]);
  });

  it("marks its demo series as the one that ships with Akari", () => {
    expect(
      catalog.demo.map(({ mal_id, type, synopsis }) => [
        mal_id,
        type,
        synopsis.includes("demo series that ships with Akari"),
      ]),
    ).toEqual([[DEMO_MAL_ID, "ONA", true]]);
  });
});

describe("the checks of the starter catalog", () => {
  it("reject an image URL, a mature rating, a mature genre and an HTML entity", () => {
    for (const change of [
      { image_url: "https://example.org/a.jpg" },
      { rating: "Rx - Hentai" },
      { genres: ["Erotica"] },
      { title: "Spice &amp; Wolf" },
    ]) {
      expect(starterAnimeSchema.safeParse({ ...sample, ...change }).success).toBe(false);
    }
    expect(starterAnimeSchema.safeParse(sample).success).toBe(true);
  });

  it("reject a placeholder as an episode title and a backtick", () => {
    const episode = catalog.episodes[0];
    expect(starterEpisodeSchema.safeParse({ ...episode, title: "Episode 1" }).success).toBe(false);
    expect(starterEpisodeSchema.safeParse({ ...episode, title: "The Wolf`s Tale" }).success).toBe(
      false,
    );
    expect(starterEpisodeSchema.safeParse({ ...episode, title: "The Wolf's Tale" }).success).toBe(
      true,
    );
  });

  it("report a synopsis of one or of five sentences and a repeated one", () => {
    const facts = (mal_id: number, synopsis: string) => ({ ...sample, mal_id, synopsis });
    expect(synopsisProblems([facts(1, "One is not enough.")])).toHaveLength(1);
    expect(synopsisProblems([facts(1, "One. Two. Three. Four. Five.")])).toHaveLength(1);
    expect(synopsisProblems([facts(1, "One. Two."), facts(2, "One. Two. Three. Four.")])).toEqual(
      [],
    );
    expect(
      synopsisProblems([
        facts(1, "A boy finds a very old sword. He leaves."),
        facts(2, "It rains. A boy finds a very old sword!"),
      ]),
    ).toEqual(["2: shares a sentence with 1"]);
  });

  it("report a gap in an episode list, a foreign relation and a repeated title", () => {
    const [first, ...rest] = catalog.episodes;
    expect(first?.number).toBe(1);
    expect(consistencyProblems({ ...catalog, episodes: rest })).not.toEqual([]);
    expect(consistencyProblems({ ...catalog, animes: [...catalog.animes, sample] })).toContain(
      "animes: an id is there twice",
    );
    const stray = { mal_id: sample.mal_id, related_mal_id: 999_999_999, relation: "SEQUEL" };
    expect(
      consistencyProblems({ ...catalog, relations: [...catalog.relations, stray] }),
    ).toHaveLength(1);
  });

  it("report credits of no title, a repeated one and an id with two names", () => {
    const [character] = catalog.characters;
    const [member] = catalog.staff;
    if (character === undefined || member === undefined) throw new Error("no credits");
    const problemsOf = (change: Partial<StarterCatalog>) =>
      consistencyProblems({ ...catalog, ...change });
    const { characters, staff } = catalog;
    expect(problemsOf({ characters: [...characters, character] })).toEqual([
      "characters: a row is there twice",
    ]);
    expect(problemsOf({ staff: [...staff, { ...member, mal_id: 999_999_999 }] })).toEqual([
      "credits of 999999999: not a title of the starter",
    ]);
    const renamed = { ...character, mal_id: 20, name: "Other" };
    expect(problemsOf({ characters: [...characters, renamed] }).at(-1)).toBe(
      `character ${character.character_id}: ${character.name} and Other`,
    );
  });

  it("split a text at sentence ends only", () => {
    expect(sentences('Version 2.5 is out. "Run!" he says. Why?')).toEqual([
      "Version 2.5 is out.",
      '"Run!" he says.',
      "Why?",
    ]);
  });
});
