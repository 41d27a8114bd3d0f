import { and, asc, eq, isNotNull } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Database } from "~db/client.server";
import { episodes, episodeSources } from "~db/schema";

export async function listPlayableEpisodes(db: Database, animeId: number): Promise<number[]> {
  const attached = db
    .select({ number: episodeSources.number })
    .from(episodeSources)
    .where(eq(episodeSources.animeMalId, animeId));
  const fromCatalog = db
    .select({ number: episodes.number })
    .from(episodes)
    .where(and(eq(episodes.animeMalId, animeId), isNotNull(episodes.videoSource)));
  const rows = await union(attached, fromCatalog).orderBy(asc(episodes.number));
  return rows.map(({ number }) => number);
}
