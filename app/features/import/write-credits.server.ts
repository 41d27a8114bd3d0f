import { sql } from "drizzle-orm";
import type { Transaction } from "~db/client.server";
import { FIRST_OWN_CREDIT_ID } from "~/features/credits/own-credit-id";
import { withExistingTitles } from "./existing-titles.server";
import type { CharacterRow } from "./rows/character-row";
import type { StaffRow } from "./rows/staff-row";
import type { ThemesRow } from "./rows/themes-row";
import type { ImportSource, WriteResult } from "./write-result";
import { adoptOwnIds, idList, writeNamed } from "./write-named.server";

/**
 * A row states all voice actors of the character in the title, unless it names none. The starter
 * catalog leaves titles that have characters of another source.
 */
export async function writeCharacters(
  tx: Transaction,
  given: readonly CharacterRow[],
  source: ImportSource,
): Promise<WriteResult<CharacterRow>> {
  const existing = await withExistingTitles(tx, given, characterKey);
  const accepted = await withoutForeign(tx, "anime_characters", existing.accepted, source);
  if (accepted.length === 0) return { added: [], changed: [], rejected: existing.rejected };
  const characters = await writeNamed(
    tx,
    "characters",
    accepted.map((row) => ({ ...row, id: row.character_id })),
  );
  const people = await writeNamed(
    tx,
    "people",
    accepted.flatMap((row) => row.voice_actors.map((actor) => ({ ...actor, id: actor.person_id }))),
  );
  const written = await tx.execute<{ key: string; added: boolean }>(sql`
    INSERT INTO anime_characters AS c (anime_mal_id, character_id, role)
    SELECT mal_id, character_id, role FROM json_to_recordset(${JSON.stringify(accepted)}::json)
      AS i (mal_id integer, character_id integer, role text)
    ON CONFLICT (anime_mal_id, character_id) DO UPDATE SET role = excluded.role
    WHERE c.role <> excluded.role
    RETURNING anime_mal_id || ' ' || character_id AS key, xmax = 0 AS added`);
  const voices = await writeVoices(tx, accepted);
  await adoptOwnIds(
    tx,
    "characters",
    accepted.map((row) => ({ ...row, id: row.character_id })),
  );
  await adoptOwnIds(
    tx,
    "people",
    accepted.flatMap(({ mal_id, voice_actors }) =>
      voice_actors.map((actor) => ({ mal_id, id: actor.person_id, name: actor.name })),
    ),
  );
  if (source === "jikan") await dropOwnIds(tx, accepted, ["anime_characters", "voice_roles"]);
  await countCredits(tx, [
    ...accepted.flatMap((row) => row.voice_actors.map(({ person_id }) => person_id)),
    ...voices.removedPeople,
  ]);
  const added = new Set([...written].filter((row) => row.added).map(({ key }) => key));
  const changed = new Set([
    ...[...written].filter((row) => !row.added).map(({ key }) => key),
    ...voices.keys,
  ]);
  return {
    added: accepted.filter((row) => added.has(characterKey(row))),
    changed: accepted.filter(
      (row) =>
        !added.has(characterKey(row)) &&
        (changed.has(characterKey(row)) ||
          characters.has(row.character_id) ||
          row.voice_actors.some(({ person_id }) => people.has(person_id))),
    ),
    rejected: existing.rejected,
  };
}

export function characterKey(row: { mal_id: number; character_id: number }): string {
  return `${row.mal_id} ${row.character_id}`;
}

/** Returns the keys of changed characters. */
async function writeVoices(
  tx: Transaction,
  rows: readonly CharacterRow[],
): Promise<{ keys: string[]; removedPeople: number[] }> {
  const voices = rows.flatMap(({ mal_id, character_id, voice_actors }) =>
    voice_actors.map(({ person_id, language }) => ({ mal_id, character_id, person_id, language })),
  );
  if (voices.length === 0) return { keys: [], removedPeople: [] };
  const incoming = sql`json_to_recordset(${JSON.stringify(voices)}::json)
    AS i (mal_id integer, character_id integer, person_id integer, language text)`;
  const key = sql`anime_mal_id || ' ' || character_id AS key`;
  const removed = await tx.execute<{ key: string; person_id: number }>(sql`
    WITH i AS (SELECT * FROM ${incoming})
    DELETE FROM voice_roles v
    WHERE (v.anime_mal_id, v.character_id) IN (SELECT mal_id, character_id FROM i)
      AND NOT EXISTS (SELECT 1 FROM i WHERE i.mal_id = v.anime_mal_id AND i.character_id = v.character_id
        AND i.person_id = v.person_id AND i.language = v.language)
    RETURNING ${key}, person_id`);
  const added = await tx.execute<{ key: string }>(sql`
    INSERT INTO voice_roles (anime_mal_id, character_id, person_id, language)
    SELECT * FROM ${incoming} ON CONFLICT DO NOTHING RETURNING ${key}`);
  return {
    keys: [...removed, ...added].map((row) => row.key),
    removedPeople: removed.map(({ person_id }) => person_id),
  };
}

/** A row states all roles in the title. */
export async function writeStaff(
  tx: Transaction,
  given: readonly StaffRow[],
  source: ImportSource,
): Promise<WriteResult<StaffRow>> {
  const existing = await withExistingTitles(tx, given, staffKey);
  const accepted = await withoutForeign(tx, "anime_staff", existing.accepted, source);
  if (accepted.length === 0) return { added: [], changed: [], rejected: existing.rejected };
  const named = accepted.map((row) => ({ ...row, id: row.person_id }));
  const people = await writeNamed(tx, "people", named);
  const written = await tx.execute<{ key: string; added: boolean }>(sql`
    INSERT INTO anime_staff AS s (anime_mal_id, person_id, roles)
    SELECT mal_id, person_id, ARRAY(SELECT json_array_elements_text(roles))
    FROM json_to_recordset(${JSON.stringify(accepted)}::json)
      AS i (mal_id integer, person_id integer, roles json)
    ON CONFLICT (anime_mal_id, person_id) DO UPDATE SET roles = excluded.roles
    WHERE s.roles <> excluded.roles
    RETURNING anime_mal_id || ' ' || person_id AS key, xmax = 0 AS added`);
  await adoptOwnIds(tx, "people", named);
  if (source === "jikan") await dropOwnIds(tx, accepted, ["anime_staff"]);
  await countCredits(
    tx,
    accepted.map(({ person_id }) => person_id),
  );
  const addedByKey = new Map([...written].map((row) => [row.key, row.added]));
  return {
    added: accepted.filter((row) => addedByKey.get(staffKey(row)) === true),
    changed: accepted.filter(
      (row) =>
        addedByKey.get(staffKey(row)) === false ||
        (!addedByKey.has(staffKey(row)) && people.has(row.person_id)),
    ),
    rejected: existing.rejected,
  };
}

export function staffKey(row: { mal_id: number; person_id: number }): string {
  return `${row.mal_id} ${row.person_id}`;
}

/** A row replaces the songs of each kind that it names. The starter only fills titles without. */
export async function writeThemes(
  tx: Transaction,
  given: readonly ThemesRow[],
  source: ImportSource,
): Promise<WriteResult<ThemesRow>> {
  const { accepted, rejected } = await withExistingTitles(tx, given, ({ mal_id }) => mal_id);
  const lists = accepted.flatMap(({ mal_id, openings, endings }) => [
    { mal_id, kind: "opening", songs: openings },
    { mal_id, kind: "ending", songs: endings },
  ]);
  const songs = lists.flatMap(({ mal_id, kind, songs: list }) =>
    list.map((song, index) => ({ mal_id, kind, position: index + 1, ...song })),
  );
  if (songs.length === 0) return { added: [], changed: [], rejected };
  const before = await listTitlesWithSongs(
    tx,
    accepted.map(({ mal_id }) => mal_id),
  );
  const kept = source === "starter" ? songs.filter(({ mal_id }) => !before.has(mal_id)) : songs;
  const incoming = sql`json_to_recordset(${JSON.stringify(kept)}::json) AS i
    (mal_id integer, kind text, position smallint, title text, artist text, episodes text)`;
  const removed = await tx.execute<{ mal_id: number }>(sql`
    WITH last AS (SELECT mal_id, kind, max(position) AS position FROM ${incoming} GROUP BY 1, 2)
    DELETE FROM theme_songs t USING last
    WHERE t.anime_mal_id = last.mal_id AND t.kind = last.kind AND t.position > last.position
    RETURNING t.anime_mal_id AS mal_id`);
  const written = await tx.execute<{ mal_id: number }>(sql`
    INSERT INTO theme_songs AS t (anime_mal_id, kind, position, title, artist, episodes)
    SELECT mal_id, kind, position, title, artist, episodes FROM ${incoming}
    ON CONFLICT (anime_mal_id, kind, position) DO UPDATE SET
      title = excluded.title, artist = excluded.artist, episodes = excluded.episodes
    WHERE (t.title, t.artist, t.episodes)
      IS DISTINCT FROM (excluded.title, excluded.artist, excluded.episodes)
    RETURNING anime_mal_id AS mal_id`);
  const touched = new Set([...removed, ...written].map(({ mal_id }) => mal_id));
  const rows = accepted.filter(({ mal_id }) => touched.has(mal_id));
  return {
    added: rows.filter(({ mal_id }) => !before.has(mal_id)),
    changed: rows.filter(({ mal_id }) => before.has(mal_id)),
    rejected,
  };
}

async function listTitlesWithSongs(
  tx: Transaction,
  ids: readonly number[],
): Promise<ReadonlySet<number>> {
  const rows = await tx.execute<{ id: number }>(sql`
    SELECT DISTINCT anime_mal_id AS id FROM theme_songs WHERE anime_mal_id = ANY(${idList(ids)}::int[])`);
  return new Set(rows.map(({ id }) => id));
}

/**
 * Leaves out rows of the starter catalog whose titles have credits of another source already. Other
 * sources keep all rows.
 */
async function withoutForeign<Row extends { mal_id: number }>(
  tx: Transaction,
  table: "anime_characters" | "anime_staff",
  rows: Row[],
  source: ImportSource,
): Promise<Row[]> {
  if (source !== "starter" || rows.length === 0) return rows;
  const id = sql.raw(table === "anime_characters" ? "character_id" : "person_id");
  const foreign = await tx.execute<{ mal_id: number }>(sql`
    SELECT DISTINCT anime_mal_id AS mal_id FROM ${sql.raw(table)}
    WHERE ${id} < ${FIRST_OWN_CREDIT_ID}
      AND anime_mal_id = ANY(${idList(rows.map(({ mal_id }) => mal_id))}::int[])`);
  const ids = new Set(foreign.map(({ mal_id }) => mal_id));
  return rows.filter(({ mal_id }) => !ids.has(mal_id));
}

/** Jikan's list of a title is complete, so what is left of the starter is spelt otherwise there. */
async function dropOwnIds(
  tx: Transaction,
  rows: readonly { mal_id: number }[],
  tables: readonly ("anime_characters" | "voice_roles" | "anime_staff")[],
): Promise<void> {
  const ids = idList([...new Set(rows.map(({ mal_id }) => mal_id))]);
  for (const table of tables) {
    const id = sql.raw(table === "anime_staff" ? "person_id" : "character_id");
    await tx.execute(sql`
      DELETE FROM ${sql.raw(table)}
      WHERE anime_mal_id = ANY(${ids}::int[]) AND ${id} >= ${FIRST_OWN_CREDIT_ID}`);
  }
}

/** Orders people in searches. */
async function countCredits(tx: Transaction, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await tx.execute(sql`
    UPDATE people p SET credits = c.credits
    FROM (
      SELECT id, (
          SELECT count(*)::int4 FROM (
            SELECT anime_mal_id FROM voice_roles WHERE person_id = id
            UNION SELECT anime_mal_id FROM anime_staff WHERE person_id = id
          ) AS titles
        ) AS credits
      FROM unnest(${idList([...new Set(ids)])}::int[]) AS id
    ) c
    WHERE p.id = c.id AND p.credits <> c.credits`);
}
