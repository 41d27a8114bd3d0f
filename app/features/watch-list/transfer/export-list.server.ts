import { and, desc, eq } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { animes, watchListEntries } from "~db/schema";
import { parseCollectionType } from "~/features/watch-list/collection-types";
import type { ExportedEntry } from "./exported-entry";
import { parseImportedState } from "./mal-states";

/** The user's list, or one entry, with all exported fields, latest change first. */
export async function exportList(
  db: Database,
  userId: string,
  animeId?: number,
): Promise<ExportedEntry[]> {
  const rows = await db
    .select({
      entry: watchListEntries,
      title: animes.title,
      animeType: animes.type,
      episodes: animes.episodes,
    })
    .from(watchListEntries)
    .innerJoin(animes, eq(animes.malId, watchListEntries.animeMalId))
    .where(
      and(
        eq(watchListEntries.userId, userId),
        animeId === undefined ? undefined : eq(watchListEntries.animeMalId, animeId),
      ),
    )
    .orderBy(desc(watchListEntries.updatedAt), watchListEntries.animeMalId);
  return rows.map(({ entry, title, animeType, episodes }) => ({
    malId: entry.animeMalId,
    title,
    animeType,
    episodes,
    type: parseCollectionType(entry.type) ?? "Collection",
    importedState: parseImportedState(entry.importedState ?? ""),
    watchedEpisodes: entry.watchedEpisodes,
    ownScore: entry.ownScore,
    startedOn: entry.startedOn,
    finishedOn: entry.finishedOn,
    timesRewatched: entry.timesRewatched,
    notes: entry.notes,
    tags: entry.tags,
    addedAt: entry.addedAt,
    updatedAt: entry.updatedAt,
  }));
}
