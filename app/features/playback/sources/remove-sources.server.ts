import { and, asc, eq } from "drizzle-orm";
import {
  notifyCatalogVersion,
  incrementCatalogVersion,
  lockCatalogForWriting,
} from "~/features/catalog/catalog-version.server";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import type { Database, RecordChange } from "~db/client.server";
import { episodeSources } from "~db/schema";

/** All given criteria must match. */
export interface SourceCriteria {
  id?: number | undefined;
  anime?: number | undefined;
  episode?: number | undefined;
  url?: string | undefined;
  dead?: boolean | undefined;
}

export interface AttachedSource {
  anime: number;
  episode: number;
  url: string;
}

/** Returns the removed sources. Episodes and progress stay. Empty criteria match nothing. */
export async function removeSources(
  db: Database,
  { id, anime, episode, url, dead = false }: SourceCriteria,
  record?: RecordChange<AttachedSource[]>,
): Promise<AttachedSource[]> {
  const conditions = [
    id === undefined ? undefined : eq(episodeSources.id, id),
    anime === undefined ? undefined : eq(episodeSources.animeMalId, anime),
    episode === undefined ? undefined : eq(episodeSources.number, episode),
    url === undefined ? undefined : eq(episodeSources.url, url),
    dead ? eq(episodeSources.status, "dead") : undefined,
  ].filter((condition) => condition !== undefined);
  if (conditions.length === 0) return [];
  const removed = await db.transaction(async (tx) => {
    await lockCatalogForWriting(tx);
    const rows = await tx
      .delete(episodeSources)
      .where(and(...conditions))
      .returning({
        anime: episodeSources.animeMalId,
        episode: episodeSources.number,
        url: episodeSources.url,
      });
    if (rows.length === 0) return rows;
    await incrementCatalogVersion(tx);
    await record?.(tx, rows);
    return rows;
  });
  if (removed.length > 0) {
    await rebuildListingBitmaps(db).catch(() => undefined);
    await notifyCatalogVersion(db);
  }
  return removed.sort((one, other) => one.anime - other.anime || one.episode - other.episode);
}

export async function listAllSources(
  db: Database,
): Promise<(AttachedSource & { status: string; problem: string | null })[]> {
  return db
    .select({
      anime: episodeSources.animeMalId,
      episode: episodeSources.number,
      url: episodeSources.url,
      status: episodeSources.status,
      problem: episodeSources.problem,
    })
    .from(episodeSources)
    .orderBy(
      asc(episodeSources.animeMalId),
      asc(episodeSources.number),
      asc(episodeSources.position),
      asc(episodeSources.id),
    );
}
