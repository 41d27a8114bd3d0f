import {
  importCharacters,
  importStaff,
  importThemes,
  type CatalogWriter,
} from "~/features/import/import-catalog.server";
import type { SourceItem } from "~/features/import/source-item";

/** The minimum of a row of `--characters`, and what the test is about. */
export function characterRow(
  mal_id: number,
  character_id: number,
  fields: Record<string, unknown> = {},
): Record<string, unknown> {
  return { mal_id, character_id, name: `Character ${character_id}`, role: "Main", ...fields };
}

export function voiceActor(
  person_id: number,
  fields: Record<string, unknown> = {},
): Record<string, unknown> {
  return { person_id, name: `Person ${person_id}`, language: "Japanese", ...fields };
}

export function staffRow(
  mal_id: number,
  person_id: number,
  fields: Record<string, unknown> = {},
): Record<string, unknown> {
  return { mal_id, person_id, name: `Person ${person_id}`, roles: ["Director"], ...fields };
}

export interface CreditRows {
  characters: Record<string, unknown>[];
  staff: Record<string, unknown>[];
  themes: Record<string, unknown>[];
}

const FAMILY = ["Akai", "Fujino", "Hoshi", "Kanda", "Mori", "Nagai", "Otsuka", "Sato", "Ueda"];
const GIVEN = ["Aya", "Daisuke", "Emi", "Haruto", "Jun", "Kouta", "Mai", "Noa", "Rin", "Shun"];
const LANGUAGES = ["Japanese", "English", "Spanish"];
const ROLES = ["Director", "Original Creator", "Music", "Script", "Key Animation", "Storyboard"];

/**
 * Credits of titles, the same for the same ids: 3 to 12 characters with a voice actor per language,
 * 4 to 9 people of the staff, and 1 to 3 songs of each kind. People work on many titles.
 */
export function generateCredits(ids: readonly number[]): CreditRows {
  const rows: CreditRows = { characters: [], staff: [], themes: [] };
  for (const id of ids) {
    const random = mulberry32(id);
    const pick = (count: number) => Math.floor(random() * count);
    const name = (number: number) =>
      `${FAMILY[number % FAMILY.length] ?? ""}, ${GIVEN[number % GIVEN.length] ?? ""} ${number}`;
    for (let index = 0; index < 3 + pick(10); index += 1) {
      const character = id * 100 + index;
      rows.characters.push(
        characterRow(id, character, {
          name: name(character),
          role: index < 2 ? "Main" : "Supporting",
          favorites: pick(10_000),
          voice_actors: LANGUAGES.slice(0, 1 + pick(LANGUAGES.length)).map((language) => {
            const person = 1 + pick(4_000);
            return voiceActor(person, { name: name(person), language });
          }),
        }),
      );
    }
    const staff = new Set(Array.from({ length: 4 + pick(6) }, () => 4_001 + pick(8_000)));
    for (const person of staff)
      rows.staff.push(
        staffRow(id, person, { name: name(person), roles: [ROLES[pick(ROLES.length)]] }),
      );
    const songs = (kind: string) =>
      Array.from({ length: 1 + pick(3) }, (_, index) => ({
        title: `${kind} ${index + 1} of ${id}`,
        artist: name(pick(500)),
        episodes: `${index * 6 + 1}-${index * 6 + 6}`,
      }));
    rows.themes.push({ mal_id: id, openings: songs("Opening"), endings: songs("Ending") });
  }
  return rows;
}

/** Adds credits of titles in the catalog. Throws when a row is rejected. */
export async function addCredits(db: CatalogWriter, rows: Partial<CreditRows>): Promise<void> {
  const write = async (verb: typeof importStaff, values: readonly unknown[] = []) => {
    const { rejected } = await verb(db, chunked(values), {
      skipVacuum: true,
      onRejected: ({ reason }) => {
        throw new Error(reason);
      },
    });
    if (rejected > 0) throw new Error(`${rejected} rows are rejected`);
  };
  await write(importCharacters, rows.characters);
  await write(importStaff, rows.staff);
  await write(importThemes, rows.themes);
}

async function* chunked(values: readonly unknown[]): AsyncGenerator<SourceItem[]> {
  for (let start = 0; start < values.length; start += 500) {
    await Promise.resolve();
    yield values
      .slice(start, start + 500)
      .map((value, index) => ({ at: { line: start + index + 1 }, value }));
  }
}

/** A small seeded generator. */
function mulberry32(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
