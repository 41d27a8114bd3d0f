import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { normaliseName } from "~/features/catalog/term-key";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";

/** The names of each title on a list as a search compares them, one per line. */
export type SearchNames = ReadonlyMap<number, string>;

/** Normalises every name of the list, so its result is kept for a version of the list. */
export async function listSearchNames(
  db: Database,
  userId: string,
  viewer: Viewer,
): Promise<SearchNames> {
  const rows = await db.execute<{ mal_id: number; names: (string | null)[] }>(sql`
    SELECT a.mal_id, a.title_synonyms || ARRAY[a.title, a.title_english, a.title_japanese] AS names
    FROM watch_list_entries w JOIN animes a ON a.mal_id = w.anime_mal_id
    WHERE w.user_id = ${userId}::uuid AND ${isVisible(sql`a`, viewer)}`);
  return new Map(
    [...rows].map(({ mal_id, names }) => [
      mal_id,
      names.flatMap((name) => (name === null ? [] : normaliseName(name))).join("\n"),
    ]),
  );
}

/** Finds the titles of which a name contains the search, in any spelling. */
export function searchNames(names: SearchNames, search: string): number[] {
  const wanted = normaliseName(search);
  return [...names].filter(([, lines]) => lines.includes(wanted)).map(([malId]) => malId);
}
