import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import { loadNicknames, hashNicknames } from "~/features/search/text/load-nicknames.server";
import { clearSearchIndex, replaceIndexedTitles, SEARCH_TABLES } from "./title-index-store.server";
import { buildTitleIndex, type SearchableAnime } from "./build-title-index";

/**
 * Increment when the normaliser, the keys or the stored hashes change: the index is then rebuilt at
 * start.
 */
const NORMALISER_VERSION = 2;
const PAGE_SIZE = 2_000;
/** Serialises instances that start together. */
const REBUILD_LOCK = 4_210_573;

/** Covers the normaliser and the nicknames. */
export function searchIndexVersion(): string {
  return `${NORMALISER_VERSION}-${hashNicknames()}`;
}

/**
 * Returns whether the index was stale. Called at start, after the migrations; searches use the old
 * rows meanwhile.
 */
export async function ensureSearchIndex(db: Database): Promise<boolean> {
  if ((await storedVersion(db)) === searchIndexVersion()) return false;
  const isRebuilt = await db.transaction(async (tx) => {
    await tx.execute(
      sql`SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`,
    );
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${REBUILD_LOCK})`);
    if ((await storedVersion(tx)) === searchIndexVersion()) return false;
    await rebuildSearchIndex(tx);
    return true;
  });
  if (isRebuilt) await vacuumSearchTables(db);
  return isRebuilt;
}

/** Where the database user lacks the privilege, autovacuum does this later. */
async function vacuumSearchTables(db: Database): Promise<void> {
  for (const table of SEARCH_TABLES)
    await db.execute(sql`VACUUM (ANALYZE) ${sql.identifier(table)}`).catch(() => undefined);
}

export async function rebuildSearchIndex(tx: Transaction): Promise<void> {
  await clearSearchIndex(tx);
  const nicknames = loadNicknames();
  for (let after = 0; ;) {
    const page = await tx.execute<SearchableAnime & Record<string, unknown>>(sql`
      SELECT mal_id, title, title_english, title_japanese, title_synonyms, type, year, members
      FROM animes WHERE mal_id > ${after} ORDER BY mal_id LIMIT ${PAGE_SIZE}`);
    await replaceIndexedTitles(
      tx,
      page.map((row) => buildTitleIndex(row, nicknames)),
    );
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) break;
    after = last.mal_id;
  }
  await tx.execute(sql`
    INSERT INTO search_state (id, version) VALUES (1, ${searchIndexVersion()}) ON CONFLICT (id) DO UPDATE SET version = excluded.version`);
}

async function storedVersion(db: Pick<Database, "execute">): Promise<string | null> {
  const [state] = await db.execute<{ version: string }>(
    sql`SELECT version FROM search_state WHERE id = 1`,
  );
  return state?.version ?? null;
}
