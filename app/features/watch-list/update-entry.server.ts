import { and, eq, sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { watchListEntries } from "~db/schema";
import type { CollectionType } from "./collection-types";
import { canBeAnime } from "./entry-input";

/** Moves an entry to another collection. Throws `NotFound` when the anime is not on the person's list. */
export async function updateEntry(
  db: Database,
  userId: string,
  { animeId, type }: { animeId: number; type: CollectionType },
): Promise<void> {
  const moved = !canBeAnime(animeId)
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
  if (moved.length === 0) throw new NotFound("This anime is not on your list.");
}
