import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import { renewListingBitmaps } from "~/features/catalog/listing/bitmaps/renew-bitmaps.server";
import { SEARCH_TABLES } from "~/features/catalog/search/title-keys/title-key-store.server";
import {
  announceCatalogVersion,
  lockCatalogForWriting,
  raiseCatalogVersion,
} from "./catalog-version.server";
import { parseCatalogRow, type CatalogRow } from "./rows/catalog-row";
import { parseEpisodeRow, type EpisodeRow } from "./rows/episode-row";
import type { Parsed } from "./rows/fields";
import { parseRelationRow, type RelationRow } from "./rows/relation-row";
import {
  noCounts,
  type ImportCounts,
  type Rejection,
  type RowKind,
  type SourceLine,
  type SourcePosition,
} from "./source-line";
import { writeAnimes } from "./write-animes.server";
import { writeEpisodes } from "./write-episodes.server";
import { relationKey, writeRelations } from "./write-relations.server";
import type { ImportSource, Written } from "./write-rows";

/**
 * While a long import runs, services hear of its progress this often (milliseconds), so that what it brings shows within a
 * minute and caches are not thrown away at every chunk.
 */
const ANNOUNCE_EVERY_MS = 15_000;

/** From this many written rows on, the planner's figures and the visibility map are brought up to date at the end. */
const MAINTENANCE_FROM_ROWS = 500;

/** How much of a refused row a report repeats. */
const REPORTED_ROW_LENGTH = 2_000;

/** What an import writes through: the pool, or a transaction that holds several imports together. */
export type CatalogWriter = Pick<Database, "transaction" | "execute">;

/** The chunks of a source; each is written in one transaction before the next one is asked for. */
export type SourceChunks = AsyncIterable<readonly SourceLine[]>;

export interface ImportOptions {
  source?: ImportSource;
  /** Called for every refused row. */
  onRejected?: (rejection: Rejection) => void;
  /** Called after every chunk with the counts so far. */
  onProgress?: (counts: Readonly<ImportCounts>) => void;
  /** Ends the import after the chunk that is being written; what was written stays. */
  signal?: AbortSignal;
  /** Leaves figures and visibility map to the caller: inside a transaction of the caller's they cannot be renewed. */
  withoutMaintenance?: boolean;
  /** Milliseconds of a clock that never goes back. */
  now?: () => number;
}

interface Kind<Row> {
  name: RowKind;
  parse: (value: unknown) => Parsed<Row>;
  key: (row: Row) => string | number;
  write: (tx: Transaction, rows: readonly Row[], source: ImportSource) => Promise<Written<Row>>;
}

const ANIMES: Kind<CatalogRow> = {
  name: "animes",
  parse: parseCatalogRow,
  key: (row) => row.mal_id,
  write: writeAnimes,
};

const EPISODES: Kind<EpisodeRow> = {
  name: "episodes",
  parse: parseEpisodeRow,
  key: (row) => `${row.anime_mal_id}/${row.number}`,
  write: writeEpisodes,
};

const RELATIONS: Kind<RelationRow> = {
  name: "relations",
  parse: parseRelationRow,
  key: relationKey,
  write: writeRelations,
};

/**
 * Brings titles into the catalog. Rows whose content is there already are left alone, refused ones are reported, and nothing is
 * ever deleted. Memory is bounded by the size of a chunk. A chunk is written in one transaction; a failure of the source or of
 * the database ends the import with that error, and what earlier chunks wrote stays.
 */
export function importCatalog(
  db: CatalogWriter,
  chunks: SourceChunks,
  options: ImportOptions = {},
): Promise<ImportCounts> {
  return importRows(db, chunks, ANIMES, options);
}

/** Brings episodes of titles that the catalog holds, in the manner of `importCatalog`; the others are refused. */
export function importEpisodes(
  db: CatalogWriter,
  chunks: SourceChunks,
  options: ImportOptions = {},
): Promise<ImportCounts> {
  return importRows(db, chunks, EPISODES, options);
}

/** Brings relations of titles that the catalog holds, in the manner of `importCatalog`; the others are refused. */
export function importRelations(
  db: CatalogWriter,
  chunks: SourceChunks,
  options: ImportOptions = {},
): Promise<ImportCounts> {
  return importRows(db, chunks, RELATIONS, options);
}

async function importRows<Row>(
  db: CatalogWriter,
  chunks: SourceChunks,
  kind: Kind<Row>,
  options: ImportOptions,
): Promise<ImportCounts> {
  const { source = "file", now = () => performance.now() } = options;
  const counts = noCounts();
  const written = () => counts.added + counts.changed;
  let announced = { at: now(), written: 0 };
  const announce = async (): Promise<void> => {
    await announceCatalogVersion(db);
    announced = { at: now(), written: written() };
  };
  const finish = async (): Promise<void> => {
    // Before the announcement, after which services ask anew and remember what they are told.
    if (written() > 0 && options.withoutMaintenance !== true && kind.name === "animes")
      await renewListingBitmaps(db);
    if (written() > announced.written) await announce();
    if (written() >= MAINTENANCE_FROM_ROWS && options.withoutMaintenance !== true)
      await refreshTables(db, kind.name);
  };
  try {
    for await (const chunk of chunks) {
      await writeChunk(db, chunk, kind, source, counts, options.onRejected);
      options.onProgress?.(counts);
      if (written() > announced.written && now() - announced.at >= ANNOUNCE_EVERY_MS)
        await announce();
      if (options.signal?.aborted === true) break;
    }
  } catch (error) {
    // What was written until then is there, and services must hear of it; the failure to report is the first one.
    await finish().catch(() => undefined);
    throw error;
  }
  await finish();
  return counts;
}

async function writeChunk<Row>(
  db: CatalogWriter,
  chunk: readonly SourceLine[],
  kind: Kind<Row>,
  source: ImportSource,
  counts: ImportCounts,
  onRejected: ImportOptions["onRejected"],
): Promise<void> {
  const reject = (at: SourcePosition, reason: string, row: string): void => {
    counts.rejected += 1;
    onRejected?.({ kind: kind.name, at, reason, row: row.slice(0, REPORTED_ROW_LENGTH) });
  };
  // The last row of an id wins, as it would if the rows were written one by one.
  const rows = new Map<string | number, { row: Row; at: SourcePosition }>();
  let repeated = 0;
  for (const line of chunk) {
    if ("broken" in line) {
      reject(line.at, line.broken, line.text);
      continue;
    }
    const parsed = kind.parse(line.value);
    if ("reason" in parsed) {
      reject(line.at, parsed.reason, JSON.stringify(line.value));
      continue;
    }
    const key = kind.key(parsed.row);
    if (rows.has(key)) repeated += 1;
    rows.set(key, { row: parsed.row, at: line.at });
  }
  if (rows.size === 0) return;
  const result = await writeRows(
    db,
    [...rows.values()].map(({ row }) => row),
    kind,
    source,
  );
  for (const { row, reason } of result.rejected) {
    reject(rows.get(kind.key(row))?.at ?? {}, reason, JSON.stringify(row));
  }
  counts.added += result.added.length;
  counts.changed += result.changed.length;
  counts.unchanged +=
    repeated + rows.size - result.added.length - result.changed.length - result.rejected.length;
}

/**
 * Writes rows in one transaction. Where the database refuses one of them (a text that outgrows an index when it is normalised,
 * say), the others are written all the same: the rows are halved until the one is found.
 */
async function writeRows<Row>(
  db: CatalogWriter,
  rows: readonly Row[],
  kind: Kind<Row>,
  source: ImportSource,
): Promise<Written<Row>> {
  try {
    return await db.transaction(async (tx) => {
      await lockCatalogForWriting(tx);
      const outcome = await kind.write(tx, rows, source);
      if (outcome.added.length + outcome.changed.length > 0) await raiseCatalogVersion(tx);
      return outcome;
    });
  } catch (error) {
    const reason = refusalOfRow(error);
    if (reason === null) throw error;
    const [first] = rows;
    if (rows.length === 1 && first !== undefined)
      return { added: [], changed: [], rejected: [{ row: first, reason }] };
    const middle = Math.ceil(rows.length / 2);
    const one = await writeRows(db, rows.slice(0, middle), kind, source);
    const other = await writeRows(db, rows.slice(middle), kind, source);
    return {
      added: [...one.added, ...other.added],
      changed: [...one.changed, ...other.changed],
      rejected: [...one.rejected, ...other.rejected],
    };
  }
}

/** Data exceptions, broken constraints and exceeded limits are about a row; everything else is about the database. */
function refusalOfRow(error: unknown): string | null {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  if (!(cause instanceof Error) || !("code" in cause)) return null;
  return /^(22|23|54)...$/.test(String(cause.code))
    ? `is refused by the database: ${cause.message}`
    : null;
}

const TABLES = {
  animes: ["animes", "listing_entries", "listing_bitmaps", ...SEARCH_TABLES],
  episodes: ["episodes"],
  relations: ["anime_relations"],
} satisfies Record<RowKind, readonly string[]>;

/**
 * Fresh figures for the planner, and a visibility map by which index-only scans work. Autovacuum does the same sooner or later,
 * so that a database user who may not vacuum loses nothing but a little speed.
 */
export async function refreshTables(db: Pick<Database, "execute">, kind: RowKind): Promise<void> {
  for (const table of TABLES[kind]) {
    await db.execute(sql`vacuum (analyze) ${sql.identifier(table)}`).catch(() => undefined);
  }
}
