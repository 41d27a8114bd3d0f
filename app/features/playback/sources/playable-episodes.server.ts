import { and, asc, eq, isNotNull, or } from "drizzle-orm";
import { union } from "drizzle-orm/pg-core";
import type { Database } from "~db/client.server";
import { episodes, episodeSources } from "~db/schema";
import { prepared } from "~db/prepared";

/** `skipsFiller` leaves out filler and recaps, unless nothing else is playable. */
export async function listPlayableEpisodes(
  db: Database,
  animeId: number,
  { skipsFiller = false }: { skipsFiller?: boolean } = {},
): Promise<number[]> {
  const attached = db
    .select({ number: episodeSources.number })
    .from(episodeSources)
    .where(prepared(eq(episodeSources.animeMalId, animeId)));
  const fromCatalog = db
    .select({ number: episodes.number })
    .from(episodes)
    .where(and(eq(episodes.animeMalId, animeId), isNotNull(episodes.videoSource)));
  const rows = await union(attached, fromCatalog).orderBy(asc(episodes.number));
  const playable = rows.map(({ number }) => number);
  if (!skipsFiller) return playable;
  const marked = await db
    .select({ number: episodes.number })
    .from(episodes)
    .where(and(eq(episodes.animeMalId, animeId), or(episodes.filler, episodes.recap)));
  const filler = new Set(marked.map(({ number }) => number));
  const rest = playable.filter((number) => !filler.has(number));
  return rest.length === 0 ? playable : rest;
}
