import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";
import { requireVisible, type Viewer } from "~/features/catalog/visibility.server";
import {
  KEY_STAFF_ROLES,
  type CastMember,
  type Named,
  type StaffMember,
  type ThemeSong,
} from "./credit";

export interface TitleCredits {
  /** The characters, main ones first, each with the voice actors of `language`. */
  characters: CastMember[];
  charactersTotal: number;
  /** The languages, by the number of voice actors. */
  languages: string[];
  /** The language of the voice actors, or null without any. */
  language: string | null;
  staff: StaffMember[];
  staffTotal: number;
  songs: ThemeSong[];
}

export interface TitleCreditsOptions {
  id: number;
  /** Japanese unless the title has voice actors of this one. */
  language?: string | null;
  limit: number;
  offset?: number;
  /** Whether only staff with key roles is listed. */
  keyStaff: boolean;
}

const MAX_KEY_STAFF = 40;
const MAX_STAFF = 1_000;
const DEFAULT_LANGUAGE = "Japanese";

const named = (alias: string) =>
  sql.raw(
    `'id', ${alias}.id, 'name', ${alias}.name, 'name_japanese', ${alias}.name_japanese, 'image_url', ${alias}.image_url`,
  );

/** Expects a title that the viewer may see: its credits need no other check. */
export async function getTitleCredits(
  db: Database,
  { id, language = null, limit, offset = 0, keyStaff }: TitleCreditsOptions,
): Promise<TitleCredits> {
  const [row] = await db.execute<TitleCredits & Record<string, unknown>>(
    prepared(sql`
      WITH languages AS (
        SELECT v.language, count(*) AS roles FROM voice_roles v
        WHERE v.anime_mal_id = ${id}::int4 GROUP BY v.language
      ), chosen AS (
        SELECT l.language FROM languages l
        ORDER BY l.language = ${language} DESC, l.language = ${DEFAULT_LANGUAGE} DESC, l.roles DESC,
          l.language LIMIT 1
      ), cast_page AS (
        SELECT c.*, a.role FROM anime_characters a JOIN characters c ON c.id = a.character_id
        WHERE a.anime_mal_id = ${id}::int4
        ORDER BY a.role, c.favorites DESC, c.id LIMIT ${limit} OFFSET ${offset}
      ), staff_page AS (
        SELECT p.id, p.name, p.name_japanese, p.image_url, s.roles
        FROM anime_staff s JOIN people p ON p.id = s.person_id
        WHERE s.anime_mal_id = ${id}::int4
          ${keyStaff ? sql`AND s.roles && ${sql.param([...KEY_STAFF_ROLES])}::text[]` : sql``}
        ORDER BY p.credits DESC, p.id LIMIT ${keyStaff ? MAX_KEY_STAFF : MAX_STAFF}
      )
      SELECT
        (SELECT coalesce(json_agg(json_build_object(${named("c")}, 'role', c.role, 'voice_actors', (
            SELECT coalesce(json_agg(json_build_object(${named("p")}, 'language', v.language)
              ORDER BY p.credits DESC, p.id), '[]')
            FROM voice_roles v JOIN people p ON p.id = v.person_id
            WHERE v.anime_mal_id = ${id}::int4 AND v.character_id = c.id
              AND v.language = (SELECT language FROM chosen)
          )) ORDER BY c.role, c.favorites DESC, c.id), '[]') FROM cast_page c) AS characters,
        (SELECT count(*)::int4 FROM anime_characters WHERE anime_mal_id = ${id}::int4) AS "charactersTotal",
        (SELECT coalesce(json_agg(l.language ORDER BY l.roles DESC, l.language), '[]')
          FROM languages l) AS languages,
        (SELECT language FROM chosen) AS language,
        (SELECT coalesce(json_agg(json_build_object(${named("s")}, 'roles', s.roles)), '[]')
          FROM staff_page s) AS staff,
        (SELECT count(*)::int4 FROM anime_staff WHERE anime_mal_id = ${id}::int4) AS "staffTotal",
        (SELECT coalesce(json_agg(json_build_object('kind', t.kind, 'title', t.title,
            'artist', t.artist, 'episodes', t.episodes) ORDER BY t.kind DESC, t.position), '[]')
          FROM theme_songs t WHERE t.anime_mal_id = ${id}::int4) AS songs`),
  );
  if (row === undefined) throw new Error("A query without rows has one.");
  return row;
}

const MAX_CHARACTERS = 1_000;

/**
 * The whole credits, voice actors of every language included. Throws `NotFound`, or `Forbidden`
 * when parental control hides the title.
 */
export async function getCreditsJson(
  db: Database,
  { id, ...viewer }: Viewer & { id: number },
): Promise<{ characters: CastMember[]; staff: StaffMember[]; songs: ThemeSong[] }> {
  await requireVisible(db, id, viewer);
  const [{ characters, staff, songs }, voices] = await Promise.all([
    getTitleCredits(db, { id, limit: MAX_CHARACTERS, keyStaff: false }),
    db.execute<Named & { character: number; language: string }>(sql`
      SELECT v.character_id AS character, v.language, p.id, p.name, p.name_japanese, p.image_url
      FROM voice_roles v JOIN people p ON p.id = v.person_id
      WHERE v.anime_mal_id = ${id}::int4
      ORDER BY v.language = ${DEFAULT_LANGUAGE} DESC, v.language, p.credits DESC, p.id`),
  ]);
  const byCharacter = new Map<number, CastMember["voice_actors"]>();
  for (const { character, ...actor } of voices)
    byCharacter.set(character, [...(byCharacter.get(character) ?? []), actor]);
  return {
    characters: characters.map((character) => ({
      ...character,
      voice_actors: byCharacter.get(character.id) ?? [],
    })),
    staff,
    songs,
  };
}
