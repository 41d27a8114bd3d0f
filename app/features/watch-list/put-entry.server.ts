import { sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { animes, watchListEntries } from "~db/schema";
import type { CollectionType } from "./collection-types";
import { isPossibleAnimeId } from "./entry-input";

export interface PutEntry {
  title: string;
  type: CollectionType;
}

/**
 * Adds an anime to a collection, or moves it there. A single upsert, safe under concurrency. Throws
 * `NotFound` for an unknown anime.
 */
export async function putEntry(
  db: Database,
  userId: string,
  { animeId, type }: { animeId: number; type: CollectionType },
): Promise<PutEntry> {
  const unknown = () => new NotFound("anime.notFound");
  if (!isPossibleAnimeId(animeId)) throw unknown();
  // An imported state such as On-Hold is valid for its original type only.
  const [row] = await db.execute<{ title: string }>(sql`
    WITH anime AS (SELECT ${animes.malId} AS mal_id, ${animes.title} AS title FROM ${animes} WHERE ${animes.malId} = ${animeId}),
    put AS (
      INSERT INTO ${watchListEntries} AS entry (user_id, anime_mal_id, type)
      SELECT ${userId}::uuid, mal_id, ${type} FROM anime
      ON CONFLICT (user_id, anime_mal_id) DO UPDATE SET
        type = excluded.type,
        imported_state = CASE WHEN entry.type = excluded.type THEN entry.imported_state END,
        updated_at = now()
      RETURNING 1
    )
    SELECT title FROM anime, put`);
  if (row === undefined) throw unknown();
  return { title: row.title, type };
}
