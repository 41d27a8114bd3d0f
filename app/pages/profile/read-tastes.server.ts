import type { ParentalControl } from "~/features/catalog/parental-control";
import type { CatalogDatabase } from "~/features/listing/listing-source.server";
import { matchNotHidden } from "~/features/listing/suggest/match-not-hidden.server";
import { ANIME_FIELDS, type AnimeField } from "~/features/profile/view/tastes-form";

const LISTS = [...ANIME_FIELDS, "favorite_genres", "favorite_studios"] as const;
const OPTIONAL = ["frequency_of_watch", "fanatic_level", "preferred_format"] as const;

const MAX_RESULTS = 6;

type Fields = Readonly<Record<string, unknown>>;

/** Converts repeated fields and comma lists to arrays, empty values to null. */
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

/** Returns the search that a button or Enter submits, or null when the form is to be saved. */
export function getSubmittedSearch(fields: Fields): { field: AnimeField; text: string } | null {
  if (fields["save"] !== undefined) return null;
  const texts = ANIME_FIELDS.map((field) => ({
    field,
    text: (textsOf(fields[`find_${field}`])[0] ?? "").trim().slice(0, 256),
  }));
  return (
    texts.find(({ field, text }) => text !== "" && (fields["find"] ?? field) === field) ?? null
  );
}

export async function findAnimes(
  catalog: CatalogDatabase,
  text: string,
  parentalControl: ParentalControl,
): Promise<number[]> {
  const options = { parentalControl, hidden: null, limit: MAX_RESULTS };
  return (await matchNotHidden(catalog, text, options)).map(({ malId }) => malId);
}

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
