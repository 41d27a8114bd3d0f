import { sql as fragment, type SQL } from "drizzle-orm";
import type { Sql } from "~db/client.server";

/**
 * A statement that yields `(mal_id, rank)` for the titles that a search finds, each once; the smallest rank is the best.
 * `%` and `_` are plain characters.
 */
export function searchCandidates(_sql: Sql, search: string, _options: { parentalControl: boolean }): Promise<SQL> {
  return Promise.resolve(
    fragment`SELECT s.mal_id, (lower(s.title) <> lower(${search}::text))::int4 FROM listing_entries s WHERE strpos(lower(s.title), lower(${search}::text)) > 0`,
  );
}
