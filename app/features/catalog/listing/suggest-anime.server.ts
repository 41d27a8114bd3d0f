import { sql } from "drizzle-orm";
import type { AnimeSuggestion } from "~/features/catalog/anime";
import type { CatalogDatabase } from "./listing-source.server";
import { candidatesTable, matchTitles } from "~/features/catalog/search/search-titles.server";

/** As many as fit under a search box. */
const MOST_SUGGESTIONS = 10;

interface Typed {
  /** What a person has typed so far, trimmed. */
  text: string;
  parentalControl: boolean;
}

/** The titles that a half-typed search most likely means, the likeliest first; at most ten. */
export async function suggestAnime(
  { db, sql: client }: CatalogDatabase,
  { text, parentalControl }: Typed,
): Promise<AnimeSuggestion[]> {
  const matches = await matchTitles(client, text, { parentalControl, limit: MOST_SUGGESTIONS });
  if (matches.length === 0) return [];
  return db.execute<AnimeSuggestion & Record<string, unknown>>(sql`
    WITH candidate (mal_id, rank) AS (${candidatesTable(matches)})
    SELECT a.mal_id, a.title, a.year, a.type, a.image_webp
    FROM candidate JOIN animes a USING (mal_id)
    WHERE NOT (a.mature AND ${parentalControl}::boolean)
    ORDER BY candidate.rank, a.mal_id`);
}
