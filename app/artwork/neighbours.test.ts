import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { planCover } from "./cover-palette";

const STARTER = join(import.meta.dirname, "../../db/starter/animes");
const RAIL_LENGTH = 16;

interface StarterTitle {
  mal_id: number;
  title: string;
  type: string | null;
  genres: string[];
  themes: string[];
  season: string | null;
  year: number | null;
  score: number | null;
  popularity: number | null;
}

const titles = readdirSync(STARTER).flatMap((file) =>
  readFileSync(join(STARTER, file), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as StarterTitle),
);

/** What Home and the pages of genres and seasons show beside each other. */
function railsOf(): Map<string, StarterTitle[]> {
  const rated = titles.toSorted((one, other) => (other.score ?? 0) - (one.score ?? 0));
  const popular = titles
    .filter(({ popularity }) => (popularity ?? 0) > 0)
    .toSorted((one, other) => (one.popularity ?? 0) - (other.popularity ?? 0));
  const rails = new Map([
    ["top rated", rated],
    ["popular", popular],
  ]);
  for (const genre of new Set(titles.flatMap(({ genres }) => genres)))
    rails.set(
      genre,
      rated.filter(({ genres }) => genres.includes(genre)),
    );
  const seasonOf = ({ year, season }: StarterTitle) => `${String(year)} ${String(season)}`;
  for (const season of new Set(titles.map(seasonOf)))
    rails.set(
      season,
      popular.filter((title) => seasonOf(title) === season),
    );
  return rails;
}

const subjectOf = ({ mal_id: malId, ...facts }: StarterTitle) => ({ malId, ...facts });

const drawnAs = (title: StarterTitle) => {
  const { family, paletteName } = planCover(subjectOf(title));
  return `${family}, ${paletteName}`;
};

describe("artwork of the starter catalog", () => {
  it("is of another scene or palette than its neighbours' in every rail", () => {
    const alike = [...railsOf()].flatMap(([rail, listed]) =>
      listed
        .slice(0, RAIL_LENGTH)
        .flatMap((title, index, shown) =>
          shown[index + 1] !== undefined && drawnAs(title) === drawnAs(shown[index + 1] ?? title)
            ? [`${rail}: ${title.title}: ${drawnAs(title)}`]
            : [],
        ),
    );
    // Another `EDITION` mends what new titles bring together.
    expect(alike).toEqual([]);
  });

  it("is another scene on a title's cover, banner and trailer, in one palette", () => {
    for (const title of titles) {
      const plans = (["cover", "banner", "trailer"] as const).map((kind) =>
        planCover(subjectOf(title), kind),
      );
      expect(new Set(plans.map(({ family }) => family)).size, title.title).toBe(3);
      expect(new Set(plans.map(({ paletteName }) => paletteName)).size).toBe(1);
    }
  });
});
