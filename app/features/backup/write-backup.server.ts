import { createHash } from "node:crypto";
import { createWriteStream } from "node:fs";
import { mkdir, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import type postgres from "postgres";
import tar from "tar-stream";
import { syncPath } from "~/media/storage/atomic-file.server";
import type { DatabaseClient } from "~db/client.server";
import {
  BACKUP_FORMAT,
  BACKUP_VERSION,
  CHECKSUMS_ENTRY,
  DRAFT_SUFFIX,
  MANIFEST_ENTRY,
  TABLES_PREFIX,
  UPLOADS_PREFIX,
  type Manifest,
} from "./backup-format";
import {
  columnList,
  listSequences,
  listTables,
  orderByReferences,
  quoted,
} from "./table-layout.server";

const compress = promisify(gzip);

const PART_BYTES = 4 * 1024 * 1024;

export interface BackupSource {
  withConnection: DatabaseClient["withConnection"];
  readUpload: (cid: string) => Promise<Uint8Array | null>;
}

export interface BackupSummary {
  path: string;
  tables: number;
  uploads: number;
  missingUploads: number;
}

/**
 * One moment of database and uploads, while the site runs. The file gets its name once it is
 * complete and on disk.
 */
export async function writeBackup(
  { withConnection, readUpload }: BackupSource,
  { path, now, signal }: { path: string; now: Date; signal: AbortSignal },
): Promise<BackupSummary> {
  const draft = `${path}${DRAFT_SUFFIX}`;
  await mkdir(dirname(path), { recursive: true });
  try {
    const summary = await withConnection((client) =>
      client.begin("isolation level repeatable read read only", async (sql) => {
        const archive = new ArchiveWriter(draft, signal);
        try {
          const written = await writeEntries(archive, { sql, readUpload, now });
          await archive.finish();
          return { path, ...written };
        } catch (error) {
          throw archive.abort(error);
        }
      }),
    );
    await syncPath(draft);
    await rename(draft, path);
    await syncPath(dirname(path));
    return summary;
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

async function writeEntries(
  archive: ArchiveWriter,
  {
    sql,
    readUpload,
    now,
  }: { sql: postgres.TransactionSql; readUpload: BackupSource["readUpload"]; now: Date },
): Promise<Omit<BackupSummary, "path">> {
  // The first statement takes the snapshot for all others.
  const byName = new Map((await listTables(sql)).map((table) => [table.name, table]));
  const tables = (await orderByReferences(sql)).flatMap((name) => byName.get(name) ?? []);
  const migrations = await sql<{ created_at: string }[]>`
    SELECT created_at::text FROM drizzle.__drizzle_migrations ORDER BY created_at`;
  const uploads = await sql<{ cid: string }[]>`
    SELECT DISTINCT cid FROM uploads WHERE url IS NOT NULL ORDER BY cid`;
  const manifest: Manifest = {
    format: BACKUP_FORMAT,
    version: BACKUP_VERSION,
    created_at: now.toISOString(),
    migrations: migrations.map((row) => Number(row.created_at)),
    tables,
    sequences: await listSequences(sql),
    uploads: uploads.length,
  };
  await archive.add(MANIFEST_ENTRY, Buffer.from(JSON.stringify(manifest)));
  let missingUploads = 0;
  for (const { cid } of uploads) {
    const bytes = await readUpload(cid);
    if (bytes === null) missingUploads += 1;
    else await archive.add(`${UPLOADS_PREFIX}${cid}`, bytes);
  }
  for (const table of tables) {
    let part = 0;
    for await (const bytes of copyOut(sql, table)) {
      const name = `${TABLES_PREFIX}${table.name}/${String(part).padStart(6, "0")}.copy.gz`;
      await archive.add(name, await compress(bytes));
      part += 1;
    }
  }
  return { tables: tables.length, uploads: uploads.length - missingUploads, missingUploads };
}

async function* copyOut(
  sql: postgres.TransactionSql,
  { name, columns }: Manifest["tables"][number],
): AsyncGenerator<Buffer> {
  const rows = await sql
    .unsafe(`COPY (SELECT ${columnList(columns)} FROM public.${quoted(name)}) TO STDOUT`)
    .readable();
  let chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of rows as AsyncIterable<Buffer>) {
    chunks.push(chunk);
    size += chunk.length;
    if (size < PART_BYTES) continue;
    yield Buffer.concat(chunks);
    chunks = [];
    size = 0;
  }
  if (size > 0) yield Buffer.concat(chunks);
}

class ArchiveWriter {
  readonly #pack = tar.pack();
  readonly #checksums: Record<string, string> = {};
  readonly #written: Promise<void>;
  #failure: unknown = null;

  constructor(path: string, signal: AbortSignal) {
    this.#written = pipeline(this.#pack, createWriteStream(path, { mode: 0o600 }), { signal });
    this.#written.catch((error: unknown) => {
      this.#failure = error;
    });
  }

  async add(name: string, bytes: Uint8Array): Promise<void> {
    const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#checksums[name] = createHash("sha256").update(content).digest("hex");
    await Promise.race([this.#entry(name, content), this.#failed()]);
  }

  async finish(): Promise<void> {
    await this.add(CHECKSUMS_ENTRY, Buffer.from(JSON.stringify(this.#checksums)));
    this.#pack.finalize();
    await this.#written;
  }

  abort(error: unknown): unknown {
    this.#pack.destroy();
    return this.#failure ?? error;
  }

  #entry(name: string, content: Buffer): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#pack.entry({ name, mode: 0o600 }, content, (error) => {
        if (error) reject(error);
        else resolve();
      });
    });
  }

  async #failed(): Promise<never> {
    await this.#written;
    throw new Error("The backup is incomplete.");
  }
}
