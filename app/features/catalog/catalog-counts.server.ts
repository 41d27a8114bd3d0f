import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";

export interface CatalogCounts {
  titles: number;
  episodes: number;
  relations: number;
  /** Null for an empty catalog. */
  changedAt: Date | null;
}

export async function readCatalogCounts(db: Database): Promise<CatalogCounts> {
  const [row] = await db.execute<{
    titles: number;
    episodes: number;
    relations: number;
    changed_at: string | Date | null;
  }>(sql`
    select (select count(*)::int from animes) as titles,
      (select count(*)::int from episodes) as episodes,
      (select count(*)::int from anime_relations) as relations,
      (select max(changed_at) from animes) as changed_at`);
  const changedAt = row?.changed_at ?? null;
  return {
    titles: row?.titles ?? 0,
    episodes: row?.episodes ?? 0,
    relations: row?.relations ?? 0,
    changedAt: changedAt === null ? null : new Date(changedAt),
  };
}
