import { isDeepStrictEqual } from "node:util";
import { and, eq, inArray, isNull, ne, sql } from "drizzle-orm";
import { lockCatalogForWriting } from "~/features/catalog/catalog-version.server";
import { fileGroupKey, groupTitle } from "~/features/library/matching/file-group";
import type { TitleSource } from "~/features/library/matching/title-facts";
import type { ProbeMedia } from "~/media/container/media-worker.server";
import { probeMediaFile } from "~/media/container/probe-media-file.server";
import { storeReason } from "~/features/library/reason";
import type { Database, Transaction } from "~db/client.server";
import { mediaFiles } from "~db/schema";
import { createDescriber } from "./describer.server";
import { createFileNames } from "./file-names.server";
import { readContainer, type ContainerResult } from "./read-container.server";
import { syncSources } from "./sync-sources.server";
import type { FoundFile } from "./walk-folder.server";
import {
  describedColumns,
  describeFiles,
  relocateFiles,
  restoredStatus,
  upsertFiles,
  type DescribedFile,
} from "./write-files.server";

export interface ScanOptions {
  titles: TitleSource;
  signal?: AbortSignal | undefined;
  /** Matches undecided files again, as after an import. */
  rematch?: boolean;
  onProgress?: (done: number, total: number) => void;
  /** Reads files in this thread by default. */
  probe?: ProbeMedia;
}

const BATCH_SIZE = 100;
const PROBES_AT_ONCE = 2;

/** Writes what a scan found, in batches, until `signal` is aborted. */
export function createChanges(
  db: Database,
  folder: { name: string; path: string },
  { titles, signal, onProgress, probe = probeMediaFile }: ScanOptions,
) {
  const nameOf = createFileNames(folder.path);
  const describe = createDescriber({ db, folder: folder.name, titles, signal, nameOf });
  let hasSourceChanges = false;

  /** `work` returns whether it changed a source. */
  const write = async (work: (tx: Transaction) => Promise<boolean>): Promise<void> => {
    const isChanged = await db.transaction(async (tx) => {
      // The catalog is locked before rows of files, as in all code that writes both.
      await lockCatalogForWriting(tx);
      return work(tx);
    });
    if (isChanged) hasSourceChanges = true;
  };

  return {
    /** Whether a batch so far has changed sources. */
    get hasSourceChanges() {
      return hasSourceChanges;
    },

    markGone: (ids: readonly number[]) =>
      inBatches(ids, signal, (batch) =>
        write(async (tx) => {
          await tx
            .update(mediaFiles)
            .set({ status: "missing" })
            .where(inArray(mediaFiles.id, batch));
          return syncSources(tx, batch);
        }),
      ),

    move: (moved: readonly { id: number; file: FoundFile }[]) =>
      inBatches(moved, signal, async (batch) => {
        const ids = batch.map(({ id }) => id);
        const before = await describedBefore(db, ids);
        await takeDecisionsAlong(
          db,
          folder.name,
          await Promise.all(
            batch.map(async ({ id, file: { path } }) => ({
              from: before.get(id)?.groupKey ?? "",
              to: fileGroupKey(path, await nameOf(path)),
            })),
          ),
        );
        const described = await describe(batch.map(({ file }) => file.path));
        const files = batch.flatMap(({ id, file }) => {
          const old = before.get(id);
          const now = described.get(file.path);
          return old === undefined || now === undefined ? [] : [{ id, ...describeMoved(old, now) }];
        });
        await write(async (tx) => {
          await describeFiles(tx, files);
          await relocateFiles(
            tx,
            batch.map(({ id, file: { path, fileId } }) => ({ id, path, fileId })),
          );
          return syncSources(tx, ids);
        });
      }),

    bringBack: (ids: readonly number[]) =>
      inBatches(ids, signal, (batch) =>
        write(async (tx) => {
          await tx
            .update(mediaFiles)
            .set({ status: restoredStatus, seenAt: new Date() })
            .where(inArray(mediaFiles.id, batch));
          return syncSources(tx, batch, { areBack: true });
        }),
      ),

    read: (files: readonly FoundFile[]) =>
      inBatches(files, signal, async (batch, done) => {
        onProgress?.(done, files.length);
        const containers = await readAll(folder.path, batch, {
          probe,
          signal,
          onRead: (count) => onProgress?.(done + count, files.length),
        });
        const described = await describe(batch.map(({ path }) => path));
        await write(async (tx) => {
          const rows = batch.flatMap((file) => {
            const container = containers.get(file.path);
            const existing = described.get(file.path);
            return container === undefined || existing === undefined
              ? []
              : [{ folder: folder.name, ...file, ...existing, ...containerColumns(container) }];
          });
          return syncSources(tx, await upsertFiles(tx, rows));
        });
      }),

    async rematch(): Promise<void> {
      await inBatches(await listUndecided(db, folder.name), signal, async (batch) => {
        const described = await describe(batch.map(({ path }) => path));
        await write(async (tx) => {
          const rows = await lockUndecided(
            tx,
            batch.map(({ id }) => id),
          );
          const changed = rows.flatMap(({ id, path, ...old }) => {
            const now = described.get(path);
            return now === undefined || isDeepStrictEqual(old, now) ? [] : [{ id, ...now }];
          });
          await describeFiles(tx, changed);
          return syncSources(
            tx,
            changed.map(({ id }) => id),
          );
        });
      });
    },
  };
}

async function inBatches<Item>(
  items: readonly Item[],
  signal: AbortSignal | undefined,
  work: (batch: Item[], done: number) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < items.length; at += BATCH_SIZE) {
    signal?.throwIfAborted();
    await work(items.slice(at, at + BATCH_SIZE), at);
  }
}

async function describedBefore(
  db: Database,
  ids: readonly number[],
): Promise<Map<number, DescribedFile>> {
  const rows = await db
    .select({ id: mediaFiles.id, ...describedColumns })
    .from(mediaFiles)
    .where(inArray(mediaFiles.id, [...ids]));
  return new Map(rows.map((row) => [row.id, row]));
}

/** Files that are there and have no match that counts. */
function listUndecided(db: Database, folder: string): Promise<{ id: number; path: string }[]> {
  return db
    .select({ id: mediaFiles.id, path: mediaFiles.path })
    .from(mediaFiles)
    .where(
      and(
        eq(mediaFiles.folder, folder),
        ne(mediaFiles.status, "missing"),
        isNull(mediaFiles.decision),
      ),
    );
}

/** The ones of these files that still have none. */
function lockUndecided(tx: Transaction, ids: readonly number[]) {
  return tx
    .select({ id: mediaFiles.id, path: mediaFiles.path, ...describedColumns })
    .from(mediaFiles)
    .where(and(inArray(mediaFiles.id, [...ids]), isNull(mediaFiles.decision)))
    .for("update");
}

function containerColumns({ status, problem, container }: ContainerResult) {
  return {
    status,
    problem: problem === null ? null : storeReason(problem),
    container: container as Record<string, unknown> | null,
    seenAt: new Date(),
  };
}

/** A match survives a name that says less; a decision survives any other match. */
function describeMoved(old: DescribedFile, now: DescribedFile): DescribedFile {
  const isKept =
    (old.decision === "confirmed" && (now.decision === null || now.decision === "automatic")) ||
    (old.decision === "automatic" && now.decision === null);
  if (!isKept) return now;
  const { groupKey, parsedTitle, releaseGroup, version, kind } = now;
  return { ...old, groupKey, parsedTitle, releaseGroup, version, kind };
}

/** A renamed folder keeps the decisions about its groups, as long as their titles are the same. */
async function takeDecisionsAlong(
  db: Database,
  folder: string,
  moved: readonly { from: string; to: string }[],
): Promise<void> {
  const pairs = new Map(
    moved
      .filter(({ from, to }) => from !== to && groupTitle(from) === groupTitle(to))
      .map((pair) => [pair.to, pair]),
  );
  if (pairs.size === 0) return;
  await db.execute(sql`
    INSERT INTO media_decisions (folder, group_key, anime_mal_id, episode_offset, is_anime, decided_at)
    SELECT d.folder, r."to", d.anime_mal_id, d.episode_offset, d.is_anime, d.decided_at
    FROM jsonb_to_recordset(${JSON.stringify([...pairs.values()])}::jsonb) AS r("from" text, "to" text)
    JOIN media_decisions AS d ON d.folder = ${folder} AND d.group_key = r."from"
    ON CONFLICT DO NOTHING`);
}

interface ReadOptions {
  probe: ProbeMedia;
  signal: AbortSignal | undefined;
  /** Called after each file with how many have been read. */
  onRead: (count: number) => void;
}

async function readAll(
  root: string,
  files: readonly FoundFile[],
  { probe, signal, onRead }: ReadOptions,
): Promise<Map<string, ContainerResult>> {
  const results = new Map<string, ContainerResult>();
  const queue = [...files];
  const worker = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      signal?.throwIfAborted();
      results.set(file.path, await readContainer(root, file.path, { probe, signal }));
      onRead(results.size);
    }
  };
  await Promise.all(Array.from({ length: PROBES_AT_ONCE }, worker));
  return results;
}
