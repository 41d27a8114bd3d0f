import { sql, type SQL } from "drizzle-orm";

/**
 * A statement that yields `(mal_id, rank)` for the titles that a search finds, each once; the smallest rank is the best.
 * `%` and `_` are plain characters.
 */
export function searchCandidates(search: string): SQL {
  return sql`SELECT s.mal_id, (lower(s.title) <> lower(${search}::text))::int4 FROM listing_entries s WHERE strpos(lower(s.title), lower(${search}::text)) > 0`;
}
