import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import {
  loadNicknames,
  nicknamesDigest,
} from "~/features/catalog/search/words/nickname-data.server";
import { clearTitleKeys, replaceTitleKeys, SEARCH_TABLES } from "./title-key-store.server";
import { titleKeys, type SearchableAnime } from "./title-keys";

/** To be raised whenever the normaliser, the keys or the stored hashes change: search rows of another version are made anew. */
const NORMALISER_VERSION = 1;
const PAGE_SIZE = 2_000;
/** Serialises instances that start together. */
const REBUILD_LOCK = 4_210_573;

/** Names the normaliser and the nicknames that the search rows of this program are made with. */
export function searchVersion(): string {
  return `${NORMALISER_VERSION}-${nicknamesDigest()}`;
}

/**
 * Makes the search rows anew when they were made by another normaliser or with other nicknames; to be called at start, after
 * the migrations. Answers whether it did. Searches go on with the old rows meanwhile; of several instances one does the work.
 */
export async function ensureTitleKeys(db: Database): Promise<boolean> {
  if ((await storedVersion(db)) === searchVersion()) return false;
  const isRebuilt = await db.transaction(async (tx) => {
    await tx.execute(
      sql`SELECT set_config('statement_timeout', '0', true), set_config('lock_timeout', '0', true)`,
    );
    await tx.execute(sql`SELECT pg_advisory_xact_lock(${REBUILD_LOCK})`);
    if ((await storedVersion(tx)) === searchVersion()) return false;
    await rebuildTitleKeys(tx);
    return true;
  });
  if (isRebuilt) await refreshSearchTables(db);
  return isRebuilt;
}

/** Takes away the rows that were replaced and renews the planner's figures. Autovacuum does the same later where we may not. */
async function refreshSearchTables(db: Database): Promise<void> {
  for (const table of SEARCH_TABLES)
    await db.execute(sql`VACUUM (ANALYZE) ${sql.identifier(table)}`).catch(() => undefined);
}

/** Makes all search rows anew from the catalog and notes the version. */
export async function rebuildTitleKeys(tx: Transaction): Promise<void> {
  await clearTitleKeys(tx);
  const nicknames = loadNicknames();
  for (let after = 0; ;) {
    const page = await tx.execute<SearchableAnime & Record<string, unknown>>(sql`
      SELECT mal_id, title, title_english, title_japanese, title_synonyms, type, year, members
      FROM animes WHERE mal_id > ${after} ORDER BY mal_id LIMIT ${PAGE_SIZE}`);
    await replaceTitleKeys(
      tx,
      page.map((row) => titleKeys(row, nicknames)),
    );
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) break;
    after = last.mal_id;
  }
  await tx.execute(sql`
    INSERT INTO search_state (id, version) VALUES (1, ${searchVersion()}) ON CONFLICT (id) DO UPDATE SET version = excluded.version`);
}

async function storedVersion(db: Pick<Database, "execute">): Promise<string | null> {
  const [state] = await db.execute<{ version: string }>(
    sql`SELECT version FROM search_state WHERE id = 1`,
  );
  return state?.version ?? null;
}
