import { and, eq, sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { watchListEntries } from "~db/schema";
import type { CollectionType } from "./collection-types";
import { isPossibleAnimeId } from "./entry-input";

/** Moves an entry to another collection. Throws `NotFound`. */
export async function updateEntry(
  db: Database,
  userId: string,
  { animeId, type }: { animeId: number; type: CollectionType },
): Promise<void> {
  const moved = !isPossibleAnimeId(animeId)
    ? []
    : await db
        .update(watchListEntries)
        .set({
          type,
          importedState: sql`CASE WHEN ${watchListEntries.type} = ${type} THEN ${watchListEntries.importedState} END`,
          updatedAt: sql`now()`,
        })
        .where(and(eq(watchListEntries.userId, userId), eq(watchListEntries.animeMalId, animeId)))
        .returning({ id: watchListEntries.id });
  if (moved.length === 0) throw new NotFound("list.notOnList");
}
