import { and, desc, eq } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import { animes, watchListEntries } from "~db/schema";
import type { CollectionType } from "./collection-types";
import type { WatchListEntry } from "./entry";

/**
 * The user's list, or one collection, latest change first, mature titles included. Not paginated:
 * the catalog bounds it.
 */
export async function listEntries(
  db: Database | Transaction,
  userId: string,
  { type }: { type?: CollectionType | undefined } = {},
): Promise<WatchListEntry[]> {
  const rows = await db
    .select({
      entry: watchListEntries,
      anime: {
        title: animes.title,
        imageUrl: animes.imageUrl,
        score: animes.score,
        episodes: animes.episodes,
        genres: animes.genres,
        year: animes.year,
        status: animes.status,
        imageWebp: animes.imageWebp,
      },
    })
    .from(watchListEntries)
    .innerJoin(animes, eq(animes.malId, watchListEntries.animeMalId))
    .where(
      and(
        eq(watchListEntries.userId, userId),
        type === undefined ? undefined : eq(watchListEntries.type, type),
      ),
    )
    .orderBy(
      desc(watchListEntries.updatedAt),
      desc(watchListEntries.addedAt),
      watchListEntries.animeMalId,
    );
  return rows.map(({ entry, anime }) => ({
    id: entry.id,
    user_id: entry.userId,
    anime_id: String(entry.animeMalId),
    type: entry.type,
    title: anime.title,
    imageUrl: anime.imageUrl,
    rating: anime.score,
    episodes: anime.episodes,
    genres: anime.genres,
    mal_id: entry.animeMalId,
    year: anime.year,
    status: anime.status,
    image_webp: anime.imageWebp,
    imported_state: entry.importedState,
    watched_episodes: entry.watchedEpisodes,
    own_score: entry.ownScore,
    added_at: entry.addedAt.toISOString(),
    updated_at: entry.updatedAt.toISOString(),
  }));
}
