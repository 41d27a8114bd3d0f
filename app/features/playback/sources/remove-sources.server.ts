import { and, asc, eq } from "drizzle-orm";
import {
  announceCatalogVersion,
  raiseCatalogVersion,
} from "~/features/catalog/import/catalog-version.server";
import type { Database } from "~db/client.server";
import { episodeSources } from "~db/schema";

/** Which attached sources are meant: those to which everything applies that is said here. */
export interface SourceChoice {
  anime?: number | undefined;
  episode?: number | undefined;
  address?: string | undefined;
  /** Those that the last check found dead. */
  dead?: boolean | undefined;
}

/** A source that was attached to an episode. */
export interface RemovedSource {
  anime: number;
  episode: number;
  address: string;
}

/**
 * Takes sources off their episodes, and answers which. The episodes stay, as does what people have watched of them. A choice that says nothing means
 * no source, not every one.
 */
export async function removeSources(
  db: Database,
  { anime, episode, address, dead = false }: SourceChoice,
): Promise<RemovedSource[]> {
  const conditions = [
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
    if (rows.length > 0) await raiseCatalogVersion(tx);
    return rows;
  });
  if (removed.length > 0) await announceCatalogVersion(db);
  return removed.sort((one, other) => one.anime - other.anime || one.episode - other.episode);
}

/** Every attached source, by title and episode in the order in which they are offered, with what the last check found. */
export async function allSources(
  db: Database,
): Promise<(RemovedSource & { status: string; problem: string | null })[]> {
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
