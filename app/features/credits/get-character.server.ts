import { sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import { isVisibleEntry, type Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";
import type { CharacterRole, Named } from "./credit";

export interface Character extends Named {
  favorites: number;
  about: string | null;
  /** The titles, newest first. */
  titles: {
    mal_id: number;
    title: string;
    type: string | null;
    year: number | null;
    role: CharacterRole;
  }[];
  /** The voice actors; those of most titles come first. */
  voice_actors: (Named & { language: string; titles: number[] })[];
}

/**
 * Reads a character with the titles that the viewer may see. Throws `NotFound` for an unknown
 * character, and for one without such a title.
 */
export async function getCharacter(
  db: Database,
  { id, ...viewer }: Viewer & { id: number },
): Promise<Character> {
  const [row] = await db.execute<Character & Record<string, unknown>>(sql`
    SELECT c.id, c.name, c.name_japanese, c.image_url, c.favorites, c.about,
      (SELECT json_agg(json_build_object('mal_id', e.mal_id, 'title', e.title, 'type', e.type,
          'year', e.year, 'role', a.role) ORDER BY e.year DESC NULLS FIRST, e.popularity NULLS LAST, e.mal_id)
        FROM anime_characters a JOIN listing_entries e ON e.mal_id = a.anime_mal_id
        WHERE a.character_id = c.id AND ${isVisibleEntry(sql`e`, viewer)}) AS titles,
      (SELECT coalesce(json_agg(json_build_object('id', p.id, 'name', p.name,
          'name_japanese', p.name_japanese, 'image_url', p.image_url, 'language', v.language,
          'titles', v.titles) ORDER BY v.language = 'Japanese' DESC, v.language, v.count DESC, p.id), '[]')
        FROM (
          SELECT v.person_id, v.language, array_agg(v.anime_mal_id) AS titles, count(*) AS count
          FROM voice_roles v JOIN listing_entries e ON e.mal_id = v.anime_mal_id
          WHERE v.character_id = c.id AND ${isVisibleEntry(sql`e`, viewer)}
          GROUP BY v.person_id, v.language
        ) v JOIN people p ON p.id = v.person_id) AS voice_actors
    FROM characters c WHERE c.id = ${id}::int4`);
  // The aggregate is null when no title is visible.
  if (row === undefined || (row.titles as unknown) === null)
    throw new NotFound("character.notFound");
  return row;
}
