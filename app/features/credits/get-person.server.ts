import { sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import { isVisibleEntry, type Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";
import type { CharacterRole, Named } from "./credit";

interface VoiceCredit extends Named {
  role: CharacterRole;
  language: string;
}

export interface Filmography {
  mal_id: number;
  title: string;
  type: string | null;
  year: number | null;
  /** Characters that the person plays. */
  characters: VoiceCredit[];
  /** What the person did as staff. */
  roles: string[];
}

export interface Person extends Named {
  about: string | null;
  /** The titles, newest first. */
  titles: Filmography[];
}

/**
 * Reads a person with the titles that the viewer may see. Throws `NotFound` for an unknown person,
 * and for one without such a title.
 */
export async function getPerson(
  db: Database,
  { id, ...viewer }: Viewer & { id: number },
): Promise<Person> {
  const [row] = await db.execute<Person & Record<string, unknown>>(sql`
    WITH voices AS (
      SELECT v.anime_mal_id AS mal_id, json_agg(json_build_object('id', c.id, 'name', c.name,
        'name_japanese', c.name_japanese, 'image_url', c.image_url, 'role', a.role,
        'language', v.language) ORDER BY a.role, c.favorites DESC, c.id) AS characters
      FROM voice_roles v
      JOIN characters c ON c.id = v.character_id
      JOIN anime_characters a ON a.anime_mal_id = v.anime_mal_id AND a.character_id = v.character_id
      WHERE v.person_id = ${id}::int4 GROUP BY v.anime_mal_id
    ), staff AS (
      SELECT anime_mal_id AS mal_id, roles FROM anime_staff WHERE person_id = ${id}::int4
    )
    SELECT p.id, p.name, p.name_japanese, p.image_url, p.about, (
      SELECT json_agg(json_build_object('mal_id', e.mal_id, 'title', e.title, 'type', e.type,
        'year', e.year, 'characters', coalesce(v.characters, '[]'), 'roles', coalesce(s.roles, '{}'))
        ORDER BY e.year DESC NULLS FIRST, e.popularity NULLS LAST, e.mal_id)
      FROM voices v FULL JOIN staff s USING (mal_id) JOIN listing_entries e USING (mal_id)
      WHERE ${isVisibleEntry(sql`e`, viewer)}) AS titles
    FROM people p WHERE p.id = ${id}::int4`);
  // The aggregate is null when no title is visible.
  if (row === undefined || (row.titles as unknown) === null) throw new NotFound("person.notFound");
  return row;
}
