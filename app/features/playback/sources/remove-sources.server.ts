import { and, asc, eq } from "drizzle-orm";
import {
  notifyCatalogVersion,
  incrementCatalogVersion,
} from "~/features/catalog/catalog-version.server";
import type { Database } from "~db/client.server";
import { episodeSources } from "~db/schema";

/** All given criteria must match. */
export interface SourceCriteria {
  id?: number | undefined;
  anime?: number | undefined;
  episode?: number | undefined;
  address?: string | undefined;
  dead?: boolean | undefined;
}

export interface AttachedSource {
  anime: number;
  episode: number;
  address: string;
}

/** Returns the removed sources. Episodes and progress stay. Empty criteria match nothing. */
export async function removeSources(
  db: Database,
  { id, anime, episode, address, dead = false }: SourceCriteria,
): Promise<AttachedSource[]> {
  const conditions = [
    id === undefined ? undefined : eq(episodeSources.id, id),
    anime === undefined ? undefined : eq(episodeSources.animeMalId, anime),
    episode === undefined ? undefined : eq(episodeSources.number, episode),
    address === undefined ? undefined : eq(episodeSources.address, address),
    dead ? eq(episodeSources.status, "dead") : undefined,
  ].filter((condition) => condition !== undefined);
  if (conditions.length === 0) return [];
  const removed = await db.transaction(async (tx) => {
    const rows = await tx
      .delete(episodeSources)
      .where(and(...conditions))
      .returning({
        anime: episodeSources.animeMalId,
        episode: episodeSources.number,
        address: episodeSources.address,
      });
    if (rows.length > 0) await incrementCatalogVersion(tx);
    return rows;
  });
  if (removed.length > 0) await notifyCatalogVersion(db);
  return removed.sort((one, other) => one.anime - other.anime || one.episode - other.episode);
}

export async function listAllSources(
  db: Database,
): Promise<(AttachedSource & { status: string; problem: string | null })[]> {
  return db
    .select({
      anime: episodeSources.animeMalId,
      episode: episodeSources.number,
      address: episodeSources.address,
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
