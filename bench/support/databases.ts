import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import postgres from "postgres";
import {
  importCatalog,
  importEpisodes,
  importIds,
  importRelations,
} from "~/features/import/import-catalog.server";
import { readNdjsonFile } from "~/features/import/ndjson-file.server";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { ensureSearchIndex } from "~/features/search/title-index/rebuild-search-index.server";
import { openDatabase, type DatabaseClient } from "~db/client.server";
import { startEmbeddedPostgres, type EmbeddedPostgres } from "~db/embedded.server";
import { migrateDatabase } from "~db/migrate.server";

export const ROOT = join(import.meta.dirname, "../..");
/** A folder outside of the repository. */
const DATA = join(ROOT, "../shared/data");
const CATALOG = join(DATA, "catalog.ndjson.gz");
/** Databases that are kept between runs, as imports are slow. Delete the folder to start over. */
const FOLDER = join(ROOT, ".data/bench");
const NAME = "bench_full";
const COPY = "bench_copy";

export interface BenchDatabase {
  titles: number;
  client: DatabaseClient;
  /** A URL, and PG variables, because the embedded server may listen on a Unix socket. */
  env: Record<string, string>;
}

export interface BenchDatabases {
  /** The full catalog, imported on first use. */
  open(): Promise<BenchDatabase>;
  /** A copy of the opened one, dropped afterwards. */
  withCopy<Result>(work: (copy: BenchDatabase) => Promise<Result>): Promise<Result>;
  close(): Promise<void>;
}

/** Prints a message if it is missing. */
export function hasFullCatalog(): boolean {
  if (existsSync(CATALOG)) return true;
  process.stdout.write(
    "Skipped: the full catalog is not beside the project (../shared/data/catalog.ndjson.gz).\n",
  );
  return false;
}

/** A client of one database without timeouts. The caller closes it. */
export function openWithoutTimeouts(
  { env }: Pick<BenchDatabase, "env">,
  poolSize = 2,
): DatabaseClient {
  return openDatabase(
    {
      host: env["PGHOST"] ?? "",
      port: Number(env["PGPORT"]),
      user: env["PGUSER"] ?? "",
      password: env["PGPASSWORD"] ?? "",
      database: (env["DATABASE_URL"] ?? "").replace("postgres:///", ""),
    },
    { applicationName: "akari-bench", poolSize, timeouts: null },
  );
}

/** Opens the databases of a benchmark. */
export async function benchDatabases(): Promise<BenchDatabases> {
  mkdirSync(FOLDER, { recursive: true });
  const embedded = await startEmbeddedPostgres({
    dataDir: FOLDER,
    log: () => undefined,
  });
  const opened = new Map<string, DatabaseClient>();
  const close = async (name: string): Promise<void> => {
    await opened.get(name)?.close();
    opened.delete(name);
  };
  const describe = async (name: string): Promise<BenchDatabase> => {
    const options = { ...embedded.options, database: name };
    const client = openDatabase(options, { applicationName: "akari-bench" });
    opened.set(name, client);
    const [row] = await client.sql<{ titles: string }[]>`SELECT count(*) AS titles FROM animes`;
    return { titles: Number(row?.titles), client, env: databaseEnvironment(options) };
  };
  return {
    async open() {
      const options = { ...embedded.options, database: NAME };
      await ensureDatabase(embedded, NAME);
      await migrateDatabase(options, join(ROOT, "db/migrations"));
      await fill(options);
      return describe(NAME);
    },
    async withCopy(work) {
      await close(NAME);
      const sql = postgres({ ...embedded.options, max: 1, onnotice: () => undefined });
      try {
        await sql`DROP DATABASE IF EXISTS ${sql(COPY)}`;
        await sql`CREATE DATABASE ${sql(COPY)} TEMPLATE ${sql(NAME)} STRATEGY FILE_COPY`;
        return await work(await describe(COPY));
      } finally {
        await close(COPY);
        // Connections of programs that have just ended, for example.
        await sql`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = ${COPY} AND usename = current_user`;
        await sql`DROP DATABASE IF EXISTS ${sql(COPY)}`;
        await sql.end();
      }
    },
    async close() {
      await Promise.all([...opened.values()].map((client) => client.close()));
      await embedded.stop();
    },
  };
}

async function ensureDatabase(embedded: EmbeddedPostgres, name: string): Promise<void> {
  const sql = postgres({ ...embedded.options, max: 1, onnotice: () => undefined });
  const existing = await sql`SELECT 1 FROM pg_database WHERE datname = ${name}`;
  // An interrupted run leaves an incomplete database.
  const isWhole = existing.length > 0 && (await isFilled({ ...embedded.options, database: name }));
  if (existing.length > 0 && !isWhole) await sql`DROP DATABASE ${sql(name)}`;
  if (!isWhole) await sql`CREATE DATABASE ${sql(name)}`;
  await sql.end();
}

async function isFilled(options: EmbeddedPostgres["options"]): Promise<boolean> {
  const sql = postgres({ ...options, max: 1 });
  const [row] = await sql<
    { isMarked: string | null }[]
  >`SELECT to_regclass('bench_filled')::text AS "isMarked"`;
  const filled = row?.isMarked === null ? [] : await sql`SELECT at FROM bench_filled`;
  await sql.end();
  return filled.length > 0;
}

/** Fills a database unless a marker table shows that the catalog is complete. */
async function fill(options: EmbeddedPostgres["options"]): Promise<void> {
  const writer = openDatabase(options, {
    applicationName: "akari-bench",
    poolSize: 4,
    timeouts: null,
  });
  try {
    await writer.sql`CREATE TABLE IF NOT EXISTS bench_filled (at timestamptz NOT NULL)`;
    const filled = await writer.sql`SELECT at FROM bench_filled`;
    const started = performance.now();
    if (filled.length === 0) {
      process.stdout.write("Importing the full catalog…\n");
      await importCatalog(writer.db, readNdjsonFile(CATALOG));
    }
    await addEpisodes(writer);
    await rebuildListingBitmaps(writer.db);
    await ensureSearchIndex(writer.db);
    if (filled.length > 0) return;
    await writer.sql`VACUUM (ANALYZE)`;
    await writer.sql`INSERT INTO bench_filled VALUES (now())`;
    process.stdout.write(`Done in ${Math.round((performance.now() - started) / 1000)} s.\n`);
  } finally {
    await writer.close();
  }
}

async function addEpisodes({ sql, db }: DatabaseClient): Promise<void> {
  const existing = await sql`SELECT 1 FROM episodes WHERE tvdb_season IS NOT NULL LIMIT 1`;
  if (existing.length > 0) return;
  await importEpisodes(db, readNdjsonFile(join(DATA, "episodes.ndjson.gz")));
  await importRelations(db, readNdjsonFile(join(DATA, "relations.ndjson.gz")));
  await importIds(db, readNdjsonFile(join(DATA, "id-mappings.ndjson.gz")));
}

function databaseEnvironment({
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
