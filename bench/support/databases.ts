import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import {
  importCatalog,
  importEpisodes,
  importRelations,
} from "~/features/catalog/import/import-catalog.server";
import { readNdjsonFile } from "~/features/catalog/import/ndjson-file.server";
import { renewListingBitmaps } from "~/features/catalog/listing/bitmaps/renew-bitmaps.server";
import {
  ensureTitleKeys,
  searchVersion,
} from "~/features/catalog/search/title-keys/rebuild-title-keys.server";
import { openDatabase, type DatabaseClient } from "~db/client.server";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "~db/embedded.server";
import { migrateDatabase } from "~db/migrate.server";
import { growCatalog, renewTitleKeys } from "./grow-catalog";

export const ROOT = join(import.meta.dirname, "../..");
/** Beside the project and no part of it. */
const DATA = join(ROOT, "../shared/data");
const CATALOG = join(DATA, "catalog.ndjson.gz");
/** Kept from one run to the next: importing takes longer than measuring. Delete it to start anew. */
const FOLDER = join(ROOT, ".data/bench");

/** A catalog of a size, ready to be asked. */
export interface BenchDatabase {
  titles: number;
  client: DatabaseClient;
  /** How other processes reach it: an URL, and what it leaves to the environment, because the embedded server may listen on a socket in a folder. */
  env: Record<string, string>;
}

export interface BenchDatabases {
  /** The full catalog; with `titles`, as many, made from it. Made when it is not there yet. */
  open(titles?: number): Promise<BenchDatabase>;
  close(): Promise<void>;
}

/** Whether the full catalog is on this machine; says so where it is not. */
export function hasFullCatalog(): boolean {
  if (existsSync(CATALOG)) return true;
  process.stdout.write(
    "Skipped: the full catalog is not beside the project (../shared/data/catalog.ndjson.gz).\n",
  );
  return false;
}

/** The sizes of the made catalogs: 300,000 titles, with `--million` 1,000,000 too, and with `--quick` none. */
export function syntheticSizes(flags: ReadonlySet<string>): number[] {
  if (flags.has("--quick")) return [];
  return flags.has("--million") ? [300_000, 1_000_000] : [300_000];
}

/** Starts the embedded Postgres of the benchmarks. */
export async function benchDatabases(): Promise<BenchDatabases> {
  mkdirSync(FOLDER, { recursive: true });
  const embedded = await startEmbeddedPostgres({ dataDir: FOLDER, log: () => undefined });
  const opened: DatabaseClient[] = [];
  return {
    async open(titles) {
      const name = titles === undefined ? "bench_full" : `bench_${titles}`;
      const options = { ...embedded.options, database: name };
      await ensureDatabase(embedded, name);
      await migrateDatabase(options, join(ROOT, "db/migrations"));
      const client = openDatabase(options, { applicationName: "akari-bench" });
      opened.push(client);
      await fill(options, titles);
      const [row] = await client.sql<{ titles: string }[]>`select count(*) as titles from animes`;
      return { titles: Number(row?.titles), client, env: environmentOf(options) };
    },
    async close() {
      await Promise.all(opened.map((client) => client.close()));
      await embedded.stop();
    },
  };
}

async function ensureDatabase(embedded: EmbeddedPostgres, name: string): Promise<void> {
  const sql = postgres({ ...embedded.options, max: 1, onnotice: () => undefined });
  const known = await sql`select 1 from pg_database where datname = ${name}`;
  // One that an earlier run left half filled is of no use.
  const isWhole = known.length > 0 && (await isFilled({ ...embedded.options, database: name }));
  if (known.length > 0 && !isWhole) await sql`drop database ${sql(name)}`;
  if (!isWhole) await sql`create database ${sql(name)}`;
  await sql.end();
}

async function isFilled(options: EmbeddedPostgres["options"]): Promise<boolean> {
  const sql = postgres({ ...options, max: 1 });
  const [row] = await sql<
    { noted: string | null }[]
  >`select to_regclass('bench_filled')::text as noted`;
  const filled = row?.noted === null ? [] : await sql`select at from bench_filled`;
  await sql.end();
  return filled.length > 0;
}

/** Imports the catalog and grows it, unless an earlier run finished doing so, as a table of our own tells. */
async function fill(
  options: EmbeddedPostgres["options"],
  titles: number | undefined,
): Promise<void> {
  const writer = openDatabase(options, {
    applicationName: "akari-bench",
    poolSize: 4,
    patient: true,
  });
  try {
    await writer.sql`create table if not exists bench_filled (at timestamptz not null)`;
    const filled = await writer.sql`select at from bench_filled`;
    if (filled.length > 0) {
      if (titles === undefined) await addEpisodes(writer);
      return await renew(writer, titles);
    }
    process.stdout.write(
      `Importing the full catalog${titles === undefined ? "" : ` and growing it to ${titles} titles`}…\n`,
    );
    const started = performance.now();
    await importCatalog(writer.db, readNdjsonFile(CATALOG));
    if (titles === undefined) await addEpisodes(writer);
    else await growCatalog(writer.sql, titles);
    await renewListingBitmaps(writer.db);
    await writer.sql`vacuum (analyze)`;
    await writer.sql`insert into bench_filled values (now())`;
    process.stdout.write(`Done in ${Math.round((performance.now() - started) / 1000)} s.\n`);
  } finally {
    await writer.close();
  }
}

/** Adds episodes and relations, which pages show, unless an earlier run has. */
async function addEpisodes({ sql, db }: DatabaseClient): Promise<void> {
  const known = await sql`select 1 from episodes limit 1`;
  if (known.length > 0) return;
  await importEpisodes(db, readNdjsonFile(join(DATA, "episodes.ndjson.gz")));
  await importRelations(db, readNdjsonFile(join(DATA, "relations.ndjson.gz")));
}

/** Brings the search rows of an earlier run up to date with the program. */
async function renew({ sql, db }: DatabaseClient, titles: number | undefined): Promise<void> {
  await renewListingBitmaps(db);
  const [state] = await sql<{ version: string }[]>`select version from search_state`;
  if (state?.version === searchVersion()) return;
  if (titles === undefined) return void (await ensureTitleKeys(db));
  await renewTitleKeys(sql);
  await sql`vacuum (analyze)`;
}

function environmentOf({
  host,
  port,
  user,
  password,
  database,
}: EmbeddedPostgres["options"]): Record<string, string> {
  return {
    DATABASE_URL: `postgres:///${database}`,
    PGHOST: host,
    PGPORT: String(port),
    PGUSER: user,
    PGUSERNAME: user,
    PGPASSWORD: password,
  };
}
