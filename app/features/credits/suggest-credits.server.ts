import { sql, type SQL } from "drizzle-orm";
import { isVisibleEntry, type Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";
import type { Named } from "./credit";
import { nameKey } from "./name-keys";

export interface CreditSuggestions {
  characters: (Named & { title: string | null })[];
  people: Named[];
}

/** The least length in Latin letters; a name of two kanji is common. */
const MIN_LATIN_LENGTH = 2;
/** Names that are scored, best first; those of hidden titles are left out of them. */
const MAX_CANDIDATES = 60;

const NONE: CreditSuggestions = { characters: [], people: [] };

/** Characters and people with a name or word of it that begins with the text. */
export async function suggestCredits(
  db: Database,
  { text, limit, ...viewer }: Viewer & { text: string; limit: number },
): Promise<CreditSuggestions> {
  const key = nameKey(text);
  if (key === "" || (/^[a-z0-9]*$/.test(key) && key.length < MIN_LATIN_LENGTH)) return NONE;
  const begins = (column: SQL) => sql`${column} >= ${key} AND ${column} < ${`${key}\u{10ffff}`}`;
  const visible = isVisibleEntry(sql`e`, viewer);
  const [characters, people] = await Promise.all([
    db.execute<Named & { title: string | null } & Record<string, unknown>>(sql`
      SELECT c.id, c.name, c.name_japanese, c.image_url, t.title
      FROM (
        SELECT c.* FROM characters c
        WHERE c.id IN (SELECT character_id FROM character_names WHERE ${begins(sql`key`)})
        ORDER BY c.favorites DESC, c.id LIMIT ${MAX_CANDIDATES}
      ) c
      CROSS JOIN LATERAL (
        SELECT e.title FROM anime_characters a JOIN listing_entries e ON e.mal_id = a.anime_mal_id
        WHERE a.character_id = c.id AND ${visible}
        ORDER BY a.role, e.popularity NULLS LAST LIMIT 1
      ) t
      ORDER BY c.favorites DESC, c.id LIMIT ${limit}`),
    db.execute<Named & Record<string, unknown>>(sql`
      SELECT p.id, p.name, p.name_japanese, p.image_url
      FROM (
        SELECT p.* FROM people p
        WHERE p.id IN (SELECT person_id FROM person_names WHERE ${begins(sql`key`)})
        ORDER BY p.credits DESC, p.id LIMIT ${MAX_CANDIDATES}
      ) p
      WHERE EXISTS (
        SELECT 1 FROM voice_roles v JOIN listing_entries e ON e.mal_id = v.anime_mal_id
        WHERE v.person_id = p.id AND ${visible}
      ) OR EXISTS (
        SELECT 1 FROM anime_staff s JOIN listing_entries e ON e.mal_id = s.anime_mal_id
        WHERE s.person_id = p.id AND ${visible})
      ORDER BY p.credits DESC, p.id LIMIT ${limit}`),
  ]);
  return { characters: [...characters], people: [...people] };
}
