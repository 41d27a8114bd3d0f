import { eq, gt, sql } from "drizzle-orm";
import { lockCatalogForWriting } from "~/features/catalog/catalog-version.server";
import type { Database, Transaction } from "~db/client.server";
import { animes, searchState } from "~db/schema";
import { loadNicknames, hashNicknames } from "~/features/search/text/load-nicknames.server";
import { clearSearchIndex, replaceIndexedTitles, SEARCH_TABLES } from "./title-index-store.server";
import { buildTitleIndex, type SearchableAnime } from "./build-title-index";

/** Increment to rebuild the index at start. */
const NORMALISER_VERSION = 5;
const PAGE_SIZE = 2_000;

const SEARCHABLE = {
  mal_id: animes.malId,
  title: animes.title,
  title_english: animes.titleEnglish,
  title_japanese: animes.titleJapanese,
  title_synonyms: animes.titleSynonyms,
  type: animes.type,
  year: animes.year,
  members: animes.members,
} satisfies Record<keyof SearchableAnime, unknown>;

/** Changes with the normaliser and the nicknames, on which the index depends. */
export function searchIndexVersion(): string {
  return `${NORMALISER_VERSION}-${hashNicknames()}`;
}

/**
 * Rebuilds an index that is stale, and returns whether it was. Meanwhile, searches use the old
 * rows.
 */
export async function ensureSearchIndex(db: Database): Promise<boolean> {
  if ((await storedVersion(db)) === searchIndexVersion()) return false;
  const isRebuilt = await db.transaction(async (tx) => {
    // An import would write the same rows.
    await lockCatalogForWriting(tx);
    if ((await storedVersion(tx)) === searchIndexVersion()) return false;
    await rebuildSearchIndex(tx);
    return true;
  });
  if (isRebuilt) await vacuumSearchTables(db);
  return isRebuilt;
}

/** Autovacuum does it later where not allowed. */
async function vacuumSearchTables(db: Database): Promise<void> {
  for (const table of SEARCH_TABLES)
    await db.execute(sql`VACUUM (ANALYZE) ${sql.identifier(table)}`).catch(() => undefined);
}

export async function rebuildSearchIndex(tx: Transaction): Promise<void> {
  await clearSearchIndex(tx);
  const nicknames = loadNicknames();
  for (let after = 0; ;) {
    const page: SearchableAnime[] = await tx
      .select(SEARCHABLE)
      .from(animes)
      .where(gt(animes.malId, after))
      .orderBy(animes.malId)
      .limit(PAGE_SIZE);
    await replaceIndexedTitles(
      tx,
      page.map((row) => buildTitleIndex(row, nicknames)),
    );
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) break;
    after = last.mal_id;
  }
  const version = searchIndexVersion();
  await tx
    .insert(searchState)
    .values({ version })
    .onConflictDoUpdate({ target: searchState.id, set: { version } });
}

/** Updates a title's keys after a change of what the search index copies. */
export async function reindexTitle(tx: Transaction, id: number): Promise<void> {
  const rows = await tx.select(SEARCHABLE).from(animes).where(eq(animes.malId, id));
  const nicknames = loadNicknames();
  await replaceIndexedTitles(
    tx,
    rows.map((row) => buildTitleIndex(row, nicknames)),
  );
}

async function storedVersion(db: Pick<Database, "select">): Promise<string | null> {
  const [state] = await db.select({ version: searchState.version }).from(searchState);
  return state?.version ?? null;
}
