import { describe, expect, it } from "vitest";
import { filmographyChoices, filterFilmography } from "./filter-filmography";
import type { Filmography } from "./get-person.server";

const voice = (id: number, role: "Main" | "Supporting", language = "Japanese") => ({
  id,
  name: `Character ${id}`,
  name_japanese: null,
  image_url: null,
  role,
  language,
});
const title = (mal_id: number, fields: Partial<Filmography>): Filmography => ({
  mal_id,
  title: `Title ${mal_id}`,
  type: "TV",
  year: 2020,
  characters: [],
  roles: [],
  ...fields,
});
const titles = [
  title(1, { characters: [voice(1, "Main"), voice(2, "Supporting", "English")] }),
  title(2, { roles: ["Director"], characters: [voice(3, "Supporting")] }),
  title(3, { roles: ["Script"] }),
];
const idsOf = (kind: "main" | "supporting" | "staff" | null, language: string | null = null) =>
  filterFilmography(titles, { kind, language }).map(({ mal_id, characters, roles }) => [
    mal_id,
    characters.map(({ id }) => id),
    roles,
  ]);

describe("filterFilmography", () => {
  it("keeps everything without a filter", () => {
    expect(filterFilmography(titles, { kind: null, language: null })).toEqual(titles);
  });

  it("keeps the credits of a kind, of a language, and of both", () => {
    expect(idsOf("main")).toEqual([[1, [1], []]]);
    expect(idsOf("staff")).toEqual([
      [2, [], ["Director"]],
      [3, [], ["Script"]],
    ]);
    expect(idsOf(null, "English")).toEqual([[1, [2], []]]);
    expect(idsOf("supporting", "Japanese")).toEqual([[2, [3], []]]);
    expect(idsOf("staff", "Japanese")).toEqual([]);
  });
});

describe("filmographyChoices", () => {
  it("has what is there only", () => {
    expect(filmographyChoices(titles)).toEqual({
      kinds: ["main", "supporting", "staff"],
      languages: ["English", "Japanese"],
    });
    expect(filmographyChoices(titles.slice(2))).toEqual({ kinds: ["staff"], languages: [] });
  });
});
