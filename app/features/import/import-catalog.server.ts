import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import { rebuildFranchises } from "~/features/franchise/rebuild-franchises.server";
import { correctCounts } from "~/features/watch-list/port";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { SEARCH_TABLES } from "~/features/search/title-index/title-index-store.server";
import {
  notifyCatalogVersion,
  lockCatalogForWriting,
  incrementCatalogVersion,
} from "~/features/catalog/catalog-version.server";
import { parseBiographyRow, type BiographyRow } from "./rows/biography-row";
import { parseCatalogRow, type CatalogRow } from "./rows/catalog-row";
import { parseCharacterRow, type CharacterRow } from "./rows/character-row";
import { parseEpisodeRow, type EpisodeRow } from "./rows/episode-row";
import type { Parsed } from "./rows/fields";
import { parseIdsRow, type IdsRow } from "./rows/ids-row";
import { parseRelationRow, type RelationRow } from "./rows/relation-row";
import { parseStaffRow, type StaffRow } from "./rows/staff-row";
import { parseThemesRow, type ThemesRow } from "./rows/themes-row";
import {
  emptyCounts,
  type ImportCounts,
  type Rejection,
  type RowKind,
  type SourceItem,
  type SourcePosition,
} from "./source-item";
import { writeAnimes } from "./write-animes.server";
import { writeBiographies } from "./write-biographies.server";
import {
  characterKey,
  staffKey,
  writeCharacters,
  writeStaff,
  writeThemes,
} from "./write-credits.server";
import { writeEpisodes } from "./write-episodes.server";
import { writeIds } from "./write-ids.server";
import { relationKey, writeRelations } from "./write-relations.server";
import type { NamedKind } from "./write-named.server";
import type { ImportSource, WriteResult } from "./write-result";

/** Invalidates caches during an import, but not at every chunk. */
const NOTIFY_INTERVAL_MS = 15_000;

/** Imports of this size end with VACUUM (ANALYZE). */
const MIN_ROWS_TO_VACUUM = 500;

const MAX_REPORTED_ROW_LENGTH = 2_000;

/** The pool, or a transaction that spans several imports. */
export type CatalogWriter = Pick<Database, "transaction" | "execute" | "select">;

/** Each chunk is written before the next is read, in one transaction unless it repeats rows. */
export type SourceChunks = AsyncIterable<readonly SourceItem[]>;

export interface ImportOptions {
  source?: ImportSource;
  /**
   * Called for rows that are rejected, for those of which a value cannot be read, and for those
   * that correct an earlier row of the same title.
   */
  onRejected?: (rejection: Rejection) => void;
  onProgress?: (counts: Readonly<ImportCounts>) => void;
  signal?: AbortSignal;
  /** VACUUM cannot run inside the caller's transaction. */
  skipVacuum?: boolean;
  now?: () => number;
}

interface RowHandler<Row> {
  name: RowKind;
  /** A null row is of no title, and only counted. */
  parse: (value: unknown) => Parsed<Row | null>;
  key: (row: Row) => string | number;
  /** `isRepeated`: whether an earlier row of the import has the key; told of titles and ids. */
  write: (
    tx: Transaction,
    rows: readonly Row[],
    source: ImportSource,
    isRepeated: (row: Row) => boolean,
  ) => Promise<WriteResult<Row>>;
}

const ANIMES: RowHandler<CatalogRow> = {
  name: "animes",
  parse: parseCatalogRow,
  key: (row) => row.mal_id,
  write: writeAnimes,
};

const EPISODES: RowHandler<EpisodeRow> = {
  name: "episodes",
  parse: parseEpisodeRow,
  key: (row) => `${row.anime_mal_id}/${row.number}`,
  write: writeEpisodes,
};

const RELATIONS: RowHandler<RelationRow> = {
  name: "relations",
  parse: parseRelationRow,
  key: relationKey,
  write: writeRelations,
};

const CHARACTERS: RowHandler<CharacterRow> = {
  name: "characters",
  parse: parseCharacterRow,
  key: characterKey,
  write: writeCharacters,
};

const STAFF: RowHandler<StaffRow> = {
  name: "staff",
  parse: parseStaffRow,
  key: staffKey,
  write: writeStaff,
};

const THEMES: RowHandler<ThemesRow> = {
  name: "themes",
  parse: parseThemesRow,
  key: (row) => row.mal_id,
  write: writeThemes,
};

const IDS: RowHandler<IdsRow> = {
  name: "ids",
  parse: parseIdsRow,
  key: (row) => row.mal_id,
  write: (tx, rows, _source, isRepeated) => writeIds(tx, rows, isRepeated),
};

/**
 * Upserts titles: unchanged rows are skipped, invalid ones reported, and nothing is deleted. Memory
 * is bounded by one chunk and the ids of titles. A failure of the source or the database rejects;
 * earlier chunks stay.
 */
export function importCatalog(
  db: CatalogWriter,
  chunks: SourceChunks,
  options: ImportOptions = {},
): Promise<ImportCounts> {
  return importRows(db, chunks, ANIMES, options);
}

/** Imports episodes the way `importCatalog` imports titles; rejects those of unknown titles. */
export function importEpisodes(
  db: CatalogWriter,
  chunks: SourceChunks,
  options: ImportOptions = {},
): Promise<ImportCounts> {
  return importRows(db, chunks, EPISODES, options);
}

/** Imports relations the way `importCatalog` imports titles; rejects those of unknown titles. */
export function importRelations(
  db: CatalogWriter,
  chunks: SourceChunks,
  options: ImportOptions = {},
): Promise<ImportCounts> {
  return importRows(db, chunks, RELATIONS, options);
}

/** Characters of titles, with voice actors. Like `importCatalog`; rejects unknown titles. */
export function importCharacters(
  db: CatalogWriter,
  chunks: SourceChunks,
  options: ImportOptions = {},
): Promise<ImportCounts> {
  return importRows(db, chunks, CHARACTERS, options);
}

/** Imports staff the way `importCatalog` imports titles; rejects those of unknown titles. */
export function importStaff(
  db: CatalogWriter,
  chunks: SourceChunks,
  options: ImportOptions = {},
): Promise<ImportCounts> {
  return importRows(db, chunks, STAFF, options);
}

/** Openings and endings. Like `importCatalog`; rejects those of unknown titles. */
export function importThemes(
  db: CatalogWriter,
  chunks: SourceChunks,
  options: ImportOptions = {},
): Promise<ImportCounts> {
  return importRows(db, chunks, THEMES, options);
}

/** Biographies of characters or people. Like `importCatalog`; leaves out unknown ones. */
export function importBiographies(
  db: CatalogWriter,
  kind: NamedKind,
  chunks: SourceChunks,
  options: ImportOptions = {},
): Promise<ImportCounts> {
  const handler: RowHandler<BiographyRow> = {
    name: kind === "characters" ? "characters" : "staff",
    parse: parseBiographyRow,
    key: ({ id }) => id,
    write: (tx, rows) => writeBiographies(tx, kind, rows),
  };
  return importRows(db, chunks, handler, options);
}

/** Ids of titles on other sites; rows of a title add up. Counts unknown titles. */
export function importIds(
  db: CatalogWriter,
  chunks: SourceChunks,
  options: ImportOptions = {},
): Promise<ImportCounts> {
  return importRows(db, chunks, IDS, options);
}

async function importRows<Row>(
  db: CatalogWriter,
  chunks: SourceChunks,
  kind: RowHandler<Row>,
  options: ImportOptions,
): Promise<ImportCounts> {
  const { source = "file", now = () => performance.now() } = options;
  const counts = emptyCounts();
  const titles = new Map<string | number, SourcePosition>();
  const written = () => counts.added + counts.changed;
  let notified = { at: now(), written: 0 };
  const notify = async (): Promise<void> => {
    await notifyCatalogVersion(db);
    notified = { at: now(), written: written() };
  };
  const finish = async (): Promise<void> => {
    // This precedes the notification, upon which services fill their caches.
    let isRegrouped = false;
    if (written() > 0 && options.skipVacuum !== true) {
      if (kind.name === "animes") await rebuildListingBitmaps(db);
      if (kind.name === "animes" || kind.name === "relations")
        isRegrouped = await rebuildFranchises(db);
      if (kind.name === "animes" || kind.name === "episodes") await correctCounts(db);
    }
    if (isRegrouped || written() > notified.written) await notify();
    if (written() >= MIN_ROWS_TO_VACUUM && options.skipVacuum !== true)
      await vacuumTables(db, kind.name);
  };
  try {
    for await (const chunk of chunks) {
      await writeChunk(db, chunk, kind, source, counts, titles, options.onRejected);
      options.onProgress?.(counts);
      if (written() > notified.written && now() - notified.at >= NOTIFY_INTERVAL_MS) await notify();
      if (options.signal?.aborted === true) break;
    }
  } catch (error) {
    // Notifies services of the committed chunks, and reports the first error.
    await finish().catch(() => undefined);
    throw error;
  }
  await finish();
  return counts;
}

interface ReadRow<Row> {
  row: Row;
  at: SourcePosition;
}

/**
 * Rows of the same key are written one after another, since a later one corrects an earlier one but
 * does not say all that it says. `titles` are those of earlier chunks, with their rows.
 */
async function writeChunk<Row>(
  db: CatalogWriter,
  chunk: readonly SourceItem[],
  kind: RowHandler<Row>,
  source: ImportSource,
  counts: ImportCounts,
  titles: Map<string | number, SourcePosition>,
  onRejected: ImportOptions["onRejected"],
): Promise<void> {
  const report = (
    at: SourcePosition,
    reason: string,
    value: unknown,
    isOfUnknownTitle?: boolean,
  ): void => {
    const row = typeof value === "string" ? value : JSON.stringify(value);
    onRejected?.({
      ...{ kind: kind.name, at, reason, row: row.slice(0, MAX_REPORTED_ROW_LENGTH) },
      ...(isOfUnknownTitle === true ? { isOfUnknownTitle } : {}),
    });
  };
  const reject = (...rejection: Parameters<typeof report>): void => {
    counts.rejected += 1;
    report(...rejection);
  };
  const read: ReadRow<Row>[] = [];
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
    if (parsed.row === null) {
      counts.unknown = (counts.unknown ?? 0) + 1;
      continue;
    }
    if (parsed.unreadable !== undefined) {
      counts.unreadable = (counts.unreadable ?? 0) + 1;
      report(line.at, `${parsed.unreadable.join("; ")}; the rest is imported`, line.value);
    }
    read.push({ row: parsed.row, at: line.at });
  }
  for (const rows of splitRepeated(read, kind)) {
    const result = await writeRows(
      db,
      [...rows.values()].map(({ row }) => row),
      (tx, some) => kind.write(tx, some, source, (row) => titles.has(kind.key(row))),
    );
    for (const { row, reason, isOfUnknownTitle } of result.rejected)
      reject(rows.get(kind.key(row))?.at ?? {}, reason, row, isOfUnknownTitle);
    const unknown = result.unknown?.length ?? 0;
    if (unknown > 0) counts.unknown = (counts.unknown ?? 0) + unknown;
    counts.added += result.added.length;
    counts.changed += result.changed.length;
    counts.unchanged +=
      rows.size - result.added.length - result.changed.length - result.rejected.length - unknown;
    if (kind.name !== "animes" && kind.name !== "ids") continue;
    for (const row of kind.name === "animes" ? result.changed : []) {
      const [key, first] = [kind.key(row), titles.get(kind.key(row))];
      if (first === undefined) continue;
      counts.repeated = (counts.repeated ?? 0) + 1;
      const reason = `corrects ${describePosition(first)}, which has the same mal_id`;
      report(rows.get(key)?.at ?? {}, reason, row);
    }
    for (const [key, { at }] of rows) titles.set(key, at);
  }
}

/** Splits rows into lists without repeated keys: the first row of each, the second, and so on. */
function splitRepeated<Row>(
  read: readonly ReadRow<Row>[],
  kind: RowHandler<Row>,
): Map<string | number, ReadRow<Row>>[] {
  const lists: Map<string | number, ReadRow<Row>>[] = [];
  const times = new Map<string | number, number>();
  for (const one of read) {
    const key = kind.key(one.row);
    const time = times.get(key) ?? 0;
    times.set(key, time + 1);
    const list = (lists[time] ??= new Map<string | number, ReadRow<Row>>());
    list.set(key, one);
  }
  return lists;
}

/** Describes a position as `line 3`, or `page 2, item 3`. */
function describePosition(at: SourcePosition): string {
  return Object.entries(at)
    .map(([name, number]) => `${name} ${number}`)
    .join(", ");
}

/**
 * Writes rows. When Postgres rejects one (a text too long for an index once normalised, say),
 * bisects the chunk so that all others are written.
 */
async function writeRows<Row>(
  db: CatalogWriter,
  rows: readonly Row[],
  write: (tx: Transaction, rows: readonly Row[]) => Promise<WriteResult<Row>>,
): Promise<WriteResult<Row>> {
  try {
    return await db.transaction(async (tx) => {
      await lockCatalogForWriting(tx);
      const outcome = await write(tx, rows);
      if (outcome.added.length + outcome.changed.length > 0) await incrementCatalogVersion(tx);
      return outcome;
    });
  } catch (error) {
    const reason = rowErrorReason(error);
    if (reason === null) throw error;
    const [first] = rows;
    if (rows.length === 1 && first !== undefined)
      return { added: [], changed: [], rejected: [{ row: first, reason }] };
    const middle = Math.ceil(rows.length / 2);
    const one = await writeRows(db, rows.slice(0, middle), write);
    const other = await writeRows(db, rows.slice(middle), write);
    return {
      added: [...one.added, ...other.added],
      changed: [...one.changed, ...other.changed],
      rejected: [...one.rejected, ...other.rejected],
      unknown: [...(one.unknown ?? []), ...(other.unknown ?? [])],
    };
  }
}

/**
 * Data exceptions, constraint violations and exceeded limits concern a row; other errors the
 * database.
 */
function rowErrorReason(error: unknown): string | null {
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
  characters: [
    "characters",
    "character_names",
    "anime_characters",
    "voice_roles",
    "people",
    "person_names",
  ],
  staff: ["anime_staff", "people", "person_names"],
  themes: ["theme_songs"],
  ids: ["external_ids"],
} satisfies Record<RowKind, readonly string[]>;

/**
 * Renews planner statistics and the visibility map for index-only scans. Autovacuum does so later,
 * so missing privileges are ignored.
 */
export async function vacuumTables(db: Pick<Database, "execute">, kind: RowKind): Promise<void> {
  for (const table of TABLES[kind]) {
    await db.execute(sql`VACUUM (ANALYZE) ${sql.identifier(table)}`).catch(() => undefined);
  }
}
