import type { CatalogDatabase } from "~/features/catalog/listing/listing-source.server";
import { matchTitles } from "~/features/catalog/search/search-titles.server";
import { ANIME_FIELDS, type AnimeField } from "./tastes-form";

const LISTS = [...ANIME_FIELDS, "favorite_genres", "favorite_studios"] as const;
const OPTIONAL = ["frequency_of_watch", "fanatic_level", "preferred_format"] as const;

/** Titles that one search of the form offers. */
const MOST_FOUND = 6;

type Fields = Readonly<Record<string, unknown>>;

/** The fields of the tastes as the schema of a profile reads them: repeated fields and texts with commas as lists, empty choices as none. */
export function tastesValue(fields: Fields): Record<string, unknown> {
  return {
    ...Object.fromEntries(
      LISTS.map((name) => [
        name,
        textsOf(fields[name])
          .flatMap((text) => text.split(","))
          .map((part) => part.trim())
          .filter((part) => part !== ""),
      ]),
    ),
    ...Object.fromEntries(
      OPTIONAL.map((name) => [name, fields[name] === "" ? null : fields[name]]),
    ),
  };
}

/** Which search the form asks for instead of being saved, or null. Enter in a search field searches; the save button saves. */
export function wantedSearch(fields: Fields): { field: AnimeField; text: string } | null {
  if (fields["save"] !== undefined) return null;
  const texts = ANIME_FIELDS.map((field) => ({
    field,
    text: (textsOf(fields[`find_${field}`])[0] ?? "").trim().slice(0, 256),
  }));
  return (
    texts.find(({ field, text }) => text !== "" && (fields["find"] ?? field) === field) ?? null
  );
}

/** The numbers that a search of the form found, likeliest first. */
export async function findAnimes(
  catalog: CatalogDatabase,
  text: string,
  parentalControl: boolean,
): Promise<number[]> {
  return (await matchTitles(catalog.sql, text, { parentalControl, limit: MOST_FOUND })).map(
    ({ malId }) => malId,
  );
}

/** The anime numbers in the fields, as far as they are numbers. */
export function chosenAnimes(fields: Fields): number[] {
  return ANIME_FIELDS.flatMap((name) => textsOf(fields[name]))
    .filter((text) => /^\d{1,9}$/.test(text))
    .map(Number);
}

function textsOf(value: unknown): string[] {
  return (Array.isArray(value) ? value : [value]).filter(
    (part): part is string => typeof part === "string",
  );
}
