import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, it } from "vitest";
import { consistencyProblems, coverage } from "./check-coverage";
import { sentences, sharedRuns, synopsisProblems } from "./check-synopsis";
import { animeDifferences, episodeDifferences } from "./compare-facts";
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
  reading = await readStarter(fileURLToPath(new URL("../../db/starter", import.meta.url)));
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

  it("find a fact that differs from a reference, and derive a missing year and season", () => {
    const base = {
      ...sample,
      aired_from: "1998-10-03T00:00:00+00:00",
      season: "Fall" as const,
      year: 1998,
      title: "Tom & Jin",
    };
    const reference = {
      ...base,
      season: null,
      year: null,
      title: "Tom &amp; Jin",
      synopsis: null,
      image_url: "https://example.org/a.jpg",
    };
    expect(animeDifferences(base, reference)).toEqual([]);
    expect(animeDifferences({ ...base, season: "Summer" }, reference)).toHaveLength(1);
    expect(animeDifferences({ ...base, episodes: 999 }, reference)[0]).toContain(
      "episodes: 999 here",
    );
  });

  it("find a sentence or eight words in a row that were copied", () => {
    const own = { ...sample, synopsis: "A quiet boy builds a boat for the moon. He sails." };
    const copied = {
      ...own,
      synopsis: "Long ago a quiet boy builds a boat for the moon and waits.",
    };
    expect(animeDifferences(own, copied).length).toBeGreaterThan(0);
    expect(animeDifferences(own, { ...own, synopsis: "He sails. Nothing else is alike." })).toEqual(
      [`${own.mal_id} synopsis: shares a sentence with the data`],
    );
    expect(sharedRuns("one two three four", "zero one two three", 3)).toEqual(["one two three"]);
    expect(sharedRuns("one two three four", "zero one two three", 4)).toEqual([]);
  });

  it("compare episode titles with apostrophes where the reference writes backticks", () => {
    const episode = {
      mal_id: 1,
      number: 1,
      title: "Fool's Gold",
      title_romaji: null,
      title_japanese: null,
      aired: null,
      minutes: 25,
      image: null,
    };
    expect(episodeDifferences(episode, { ...episode, title: "Fool`s Gold" })).toEqual([]);
    expect(episodeDifferences(episode, { ...episode, minutes: 24 })).toHaveLength(1);
  });

  it("split a text at sentence ends only", () => {
    expect(sentences('Version 2.5 is out. "Run!" he says. Why?')).toEqual([
      "Version 2.5 is out.",
      '"Run!" he says.',
      "Why?",
    ]);
  });
});
