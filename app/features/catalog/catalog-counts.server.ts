import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";

export interface CatalogCounts {
  titles: number;
  episodes: number;
  relations: number;
  /** Time of the catalog's last change; null while it is empty. */
  changedAt: Date | null;
}

export async function readCatalogCounts(db: Database): Promise<CatalogCounts> {
  const [row] = await db.execute<{
    titles: number;
    episodes: number;
    relations: number;
    changed_at: string | Date | null;
  }>(sql`
    SELECT (SELECT count(*)::int FROM animes) AS titles,
      (SELECT count(*)::int FROM episodes) AS episodes,
      (SELECT count(*)::int FROM anime_relations) AS relations,
      (SELECT max(changed_at) FROM animes) AS changed_at`);
  const changedAt = row?.changed_at ?? null;
  return {
    titles: row?.titles ?? 0,
    episodes: row?.episodes ?? 0,
    relations: row?.relations ?? 0,
    changedAt: changedAt === null ? null : new Date(changedAt),
  };
}
