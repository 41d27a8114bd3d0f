import { lstat, open, realpath } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { and, eq, inArray, ne, sql } from "drizzle-orm";
import {
  incrementCatalogVersion,
  notifyCatalogVersion,
} from "~/features/catalog/catalog-version.server";
import { fileGroupKey } from "~/features/library/matching/file-group";
import { isSure, matchMedia, type MediaMatch } from "~/features/library/matching/match-media";
import type { TitleSource } from "~/features/library/matching/title-facts";
import { mergeIds } from "~/features/library/names/ids";
import { parseMediaPath, type MediaPathName } from "~/features/library/names/media-path";
import { MAX_NFO_BYTES, parseNfo, type Nfo } from "~/features/library/names/nfo";
import { storeReason } from "~/features/library/reason";
import type { ErrorMessage } from "~/i18n/error-message";
import type { Database, Transaction } from "~db/client.server";
import { mediaDecisions, mediaFiles, mediaFolders, type LastScan } from "~db/schema";
import { compareFiles, type StoredFile } from "./compare-files";
import { decideFile, type FileDecision, type GroupDecision } from "./decide-file";
import { readContainer, type ContainerResult } from "./read-container.server";
import { resolveRivals } from "./resolve-rivals.server";
import { markFolderAway, syncSources } from "./sync-sources.server";
import { describeFailure, walkFolder, type FoundFile } from "./walk-folder.server";

export interface SkippedFile {
  path: string;
  reason: ErrorMessage;
}

export interface ScanResult {
  folder: string;
  /** Why the folder could not be read; nothing is changed then. */
  problem: ErrorMessage | null;
  files: number;
  added: number;
  changed: number;
  moved: number;
  gone: number;
  skipped: SkippedFile[];
}

export interface ScanOptions {
  titles: TitleSource;
  signal?: AbortSignal | undefined;
  /** Matches undecided files again, as after an import. */
  rematch?: boolean;
  onProgress?: (done: number, total: number) => void;
}

/** Recently written files are checked twice. */
const FRESH_MS = 10_000;
const SECOND_LOOK_MS = 1_500;
const BATCH_SIZE = 100;
const PROBES_AT_ONCE = 2;
const MAX_SKIPPED = 10_000;
/** Of those that pages show after the scan. */
const MAX_STORED_SKIPPED = 1_000;

interface Folder {
  name: string;
  path: string;
}

/**
 * Reads new and changed files, matches them and attaches the sure matches. A folder that cannot be
 * listed, or is empty although files are known, counts as unavailable: its files are kept.
 */
export async function scanFolder(
  db: Database,
  folder: Folder,
  options: ScanOptions,
): Promise<ScanResult> {
  const result: ScanResult = {
    folder: folder.name,
    problem: null,
    files: 0,
    added: 0,
    changed: 0,
    moved: 0,
    gone: 0,
    skipped: [],
  };
  const started = performance.now();
  const stored = await loadStored(db, folder.name);
  const found = new Map<string, FoundFile>();
  const unreadable: string[] = [];
  try {
    // Rejects a link in place of the folder.
    if ((await realpath(folder.path)) !== folder.path) throw new Error("moved");
    for await (const event of walkFolder(folder.path, options.signal)) {
      if (event.kind === "file") found.set(event.file.path, event.file);
      else {
        if (event.kind === "unreadable") unreadable.push(event.path);
        skip(result, event.path, event.reason);
      }
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    const values = { path: folder.path, reason: [describeFailure(error)] };
    return setAway(db, folder, { ...result, problem: { key: "scan.folderUnreadable", values } });
  }
  if (found.size === 0 && stored.size > 0)
    return setAway(db, folder, {
      ...result,
      problem: { key: "scan.folderEmpty", values: { path: folder.path } },
    });
  await dropUnfinished(folder.path, found, result);
  result.files = found.size;
  const changes = compareFiles(stored, found, (path) =>
    unreadable.some((known) => path === known || path.startsWith(`${known}/`)),
  );
  result.added = changes.added.length;
  result.changed = changes.changed.length;
  result.moved = changes.moved.length;
  result.gone = changes.gone.length;
  const scan = createScan(db, folder, options);
  await scan.markGone(changes.gone.map(({ id }) => id));
  await scan.move(changes.moved);
  await scan.bringBack(changes.returned);
  await scan.read([...changes.changed.map(({ file }) => file), ...changes.added]);
  if (options.rematch === true) await scan.rematch();
  await scan.finish(result, Math.round(performance.now() - started));
  return result;
}

function skip(result: ScanResult, path: string, reason: ErrorMessage): void {
  if (result.skipped.length < MAX_SKIPPED) result.skipped.push({ path, reason });
}

async function loadStored(db: Database, folder: string): Promise<Map<string, StoredFile>> {
  const rows = await db
    .select({
      id: mediaFiles.id,
      path: mediaFiles.path,
      size: mediaFiles.size,
      modifiedAt: mediaFiles.modifiedAt,
      fileId: mediaFiles.fileId,
      status: mediaFiles.status,
    })
    .from(mediaFiles)
    .where(eq(mediaFiles.folder, folder));
  return new Map(
    rows.map(({ status, modifiedAt, ...row }) => [
      row.path,
      { ...row, modifiedAt: modifiedAt.getTime(), isMissing: status === "missing" },
    ]),
  );
}

/** Keeps the rows, and with them the matches, until the disk is back. */
async function setAway(db: Database, folder: Folder, result: ScanResult): Promise<ScanResult> {
  const isChanged = await db.transaction(async (tx) => {
    await tx
      .update(mediaFolders)
      .set({
        scannedAt: new Date(),
        problem: result.problem === null ? null : storeReason([result.problem]),
      })
      .where(eq(mediaFolders.name, folder.name));
    await tx
      .update(mediaFiles)
      .set({ status: "missing" })
      .where(and(eq(mediaFiles.folder, folder.name), ne(mediaFiles.status, "missing")));
    const isMarked = await markFolderAway(tx, folder.name);
    if (isMarked) await incrementCatalogVersion(tx);
    return isMarked;
  });
  if (isChanged) await notifyCatalogVersion(db);
  return result;
}

async function dropUnfinished(
  root: string,
  found: Map<string, FoundFile>,
  result: ScanResult,
): Promise<void> {
  const fresh = [...found.values()].filter(
    ({ modifiedAt }) => Math.abs(Date.now() - modifiedAt.getTime()) < FRESH_MS,
  );
  if (fresh.length === 0) return;
  await setTimeout(SECOND_LOOK_MS);
  for (const file of fresh) {
    const stat = await lstat(join(root, file.path)).catch(() => null);
    if (stat?.size === file.size && Math.trunc(stat.mtimeMs) === file.modifiedAt.getTime())
      continue;
    found.delete(file.path);
    skip(result, file.path, stat === null ? "scan.gone" : "scan.stillWritten");
  }
}

function createScan(db: Database, folder: Folder, { titles, signal, onProgress }: ScanOptions) {
  const matches = new Map<string, Promise<MediaMatch[]>>();
  const nfos = new Map<string, Promise<Nfo | null>>();
  let isChanged = false;

  const nameOf = async (path: string): Promise<MediaPathName> => {
    const name = parseMediaPath(path, basename(folder.path));
    const file = path.replace(/\.[^./]+$/u, ".nfo");
    for (const nfoPath of new Set([
      file,
      ...parents(path).flatMap((parent) => [`${parent}tvshow.nfo`, `${parent}movie.nfo`]),
    ])) {
      let nfo = nfos.get(nfoPath);
      if (nfo === undefined) {
        nfo = readNfo(folder.path, nfoPath);
        if (nfos.size > 5_000) nfos.clear();
        nfos.set(nfoPath, nfo);
      }
      const known = await nfo;
      if (known === null) continue;
      name.ids = mergeIds(name.ids, known.ids);
      if (nfoPath === file) {
        name.season ??= known.season;
        if (known.episode !== null && name.episode === null)
          name.episode = { first: known.episode, last: known.episode };
      } else if (known.title !== null && !name.titles.includes(known.title))
        name.titles.push(known.title);
      name.year ??= known.year;
    }
    return name;
  };

  const matchesOf = (name: MediaPathName): Promise<MediaMatch[]> => {
    const key = JSON.stringify({ ...name, group: null, version: 1 });
    let found = matches.get(key);
    if (found === undefined) {
      if (matches.size > 2_000) matches.clear();
      found = name.kind === "extra" ? Promise.resolve([]) : matchMedia(titles, name);
      matches.set(key, found);
    }
    return found;
  };

  const decisionsOf = async (keys: readonly string[]): Promise<Map<string, GroupDecision>> => {
    if (keys.length === 0) return new Map();
    const rows = await db
      .select()
      .from(mediaDecisions)
      .where(
        and(
          eq(mediaDecisions.folder, folder.name),
          inArray(mediaDecisions.groupKey, [...new Set(keys)]),
        ),
      );
    return new Map(rows.map((row) => [row.groupKey, row]));
  };

  const describePaths = async (
    paths: readonly string[],
  ): Promise<Map<string, { columns: Described; matches: MediaMatch[] }>> => {
    const names = new Map<string, MediaPathName>();
    for (const path of paths) names.set(path, await nameOf(path));
    const keys = new Map([...names].map(([path, name]) => [path, fileGroupKey(path, name)]));
    const decided = await decisionsOf([...keys.values()]);
    const described = new Map<string, { columns: Described; matches: MediaMatch[] }>();
    for (const [path, name] of names) {
      signal?.throwIfAborted();
      const groupKey = keys.get(path) ?? "";
      const group = decided.get(groupKey);
      const found = group === undefined ? await matchesOf(name) : [];
      described.set(path, {
        matches: found,
        columns: {
          groupKey,
          parsedTitle: (name.titles[0] ?? "").slice(0, 500),
          releaseGroup: name.group?.slice(0, 100) ?? null,
          version: name.version,
          kind: name.kind === "ova" ? "special" : name.kind,
          ...decideFile(name, found, group),
        },
      });
    }
    return described;
  };

  const inTransaction = async (work: (tx: Transaction) => Promise<boolean>): Promise<void> => {
    const changed = await db.transaction(work);
    isChanged ||= changed;
  };

  const forBatches = async <Item>(
    items: readonly Item[],
    work: (batch: Item[], done: number) => Promise<void>,
  ): Promise<void> => {
    for (let at = 0; at < items.length; at += BATCH_SIZE) {
      signal?.throwIfAborted();
      await work(items.slice(at, at + BATCH_SIZE), at);
    }
  };

  return {
    markGone: (ids: readonly number[]) =>
      forBatches(ids, (batch) =>
        inTransaction(async (tx) => {
          await tx
            .update(mediaFiles)
            .set({ status: "missing" })
            .where(inArray(mediaFiles.id, batch));
          return syncSources(tx, batch);
        }),
      ),

    move: (moved: readonly { id: number; file: FoundFile }[]) =>
      forBatches(moved, async (batch) => {
        const described = await describePaths(batch.map(({ file }) => file.path));
        await inTransaction(async (tx) => {
          // Files may have swapped their names.
          for (const { id } of batch)
            await tx
              .update(mediaFiles)
              .set({ path: sql`'\n' || ${mediaFiles.id}` })
              .where(eq(mediaFiles.id, id));
          for (const { id, file } of batch) {
            const known = described.get(file.path);
            if (known === undefined) continue;
            const [row] = await tx
              .select({ decision: mediaFiles.decision })
              .from(mediaFiles)
              .where(eq(mediaFiles.id, id));
            const [best] = known.matches;
            // A name with clear numbers was chosen deliberately.
            const isRenamed =
              row === undefined ||
              row.decision === null ||
              known.columns.decision === "confirmed" ||
              known.columns.decision === "ignored" ||
              (row.decision === "automatic" && best !== undefined && isSure(best));
            const { groupKey, parsedTitle, releaseGroup, version, kind } = known.columns;
            await tx
              .update(mediaFiles)
              .set({
                path: file.path,
                fileId: file.fileId,
                status: restoredStatus,
                seenAt: new Date(),
                ...(isRenamed
                  ? known.columns
                  : { groupKey, parsedTitle, releaseGroup, version, kind }),
              })
              .where(eq(mediaFiles.id, id));
          }
          return syncSources(
            tx,
            batch.map(({ id }) => id),
          );
        });
      }),

    bringBack: (ids: readonly number[]) =>
      forBatches(ids, (batch) =>
        inTransaction(async (tx) => {
          await tx
            .update(mediaFiles)
            .set({ status: restoredStatus, seenAt: new Date() })
            .where(inArray(mediaFiles.id, batch));
          return syncSources(tx, batch);
        }),
      ),

    read: (files: readonly FoundFile[]) =>
      forBatches(files, async (batch, done) => {
        onProgress?.(done, files.length);
        const containers = await readAll(folder.path, batch, signal);
        const described = await describePaths(batch.map(({ path }) => path));
        await inTransaction(async (tx) => {
          const ids: number[] = [];
          for (const file of batch) {
            const container = containers.get(file.path);
            const known = described.get(file.path);
            if (container === undefined || known === undefined) continue;
            const columns = {
              ...known.columns,
              size: file.size,
              modifiedAt: file.modifiedAt,
              fileId: file.fileId,
              status: container.status,
              problem: container.problem === null ? null : storeReason(container.problem),
              container: container.container as Record<string, unknown> | null,
              seenAt: new Date(),
            };
            const [row] = await tx
              .insert(mediaFiles)
              .values({ folder: folder.name, path: file.path, ...columns })
              .onConflictDoUpdate({ target: [mediaFiles.folder, mediaFiles.path], set: columns })
              .returning({ id: mediaFiles.id });
            if (row !== undefined) ids.push(row.id);
          }
          return syncSources(tx, ids);
        });
        onProgress?.(Math.min(files.length, done + batch.length), files.length);
      }),

    async rematch() {
      const waiting = await db
        .select({ id: mediaFiles.id, path: mediaFiles.path })
        .from(mediaFiles)
        .where(
          and(
            eq(mediaFiles.folder, folder.name),
            ne(mediaFiles.status, "missing"),
            sql`${mediaFiles.decision} IS NULL`,
          ),
        );
      await forBatches(waiting, async (batch) => {
        const described = await describePaths(batch.map(({ path }) => path));
        await inTransaction(async (tx) => {
          for (const { id, path } of batch) {
            const known = described.get(path);
            if (known !== undefined)
              await tx.update(mediaFiles).set(known.columns).where(eq(mediaFiles.id, id));
          }
          return syncSources(
            tx,
            batch.map(({ id }) => id),
          );
        });
      });
    },

    async finish({ skipped, files, added, changed: other, moved, gone }: ScanResult, ms: number) {
      const lastScan: LastScan = { ms, files, added, changed: other, moved, gone };
      await inTransaction(async (tx) => {
        const changed = await resolveRivals(tx, folder.name);
        await tx
          .update(mediaFolders)
          .set({
            scannedAt: new Date(),
            problem: null,
            lastScan,
            skippedCount: skipped.length,
            skipped: skipped
              .slice(0, MAX_STORED_SKIPPED)
              .map(({ path, reason }) => ({ path, reason: storeReason([reason]) })),
          })
          .where(eq(mediaFolders.name, folder.name));
        if (isChanged || changed) await incrementCatalogVersion(tx);
        return changed;
      });
      if (isChanged) await notifyCatalogVersion(db);
    },
  };
}

interface Described extends FileDecision {
  groupKey: string;
  parsedTitle: string;
  releaseGroup: string | null;
  version: number;
  kind: string;
}

const restoredStatus = sql`CASE WHEN ${mediaFiles.status} <> 'missing' THEN ${mediaFiles.status}
  WHEN ${mediaFiles.container} IS NULL OR (${mediaFiles.container} ->> 'isCutOff')::boolean THEN 'unreadable'
  WHEN NOT jsonb_path_exists(${mediaFiles.container}, '$.tracks[*] ? (@.kind == "video")') THEN 'unsupported'
  ELSE 'ready' END`;

async function readAll(
  root: string,
  files: readonly FoundFile[],
  signal: AbortSignal | undefined,
): Promise<Map<string, ContainerResult>> {
  const results = new Map<string, ContainerResult>();
  const queue = [...files];
  const worker = async () => {
    for (let file = queue.shift(); file !== undefined; file = queue.shift()) {
      signal?.throwIfAborted();
      results.set(file.path, await readContainer(root, file.path, signal));
    }
  };
  await Promise.all(Array.from({ length: PROBES_AT_ONCE }, worker));
  return results;
}

/** Nearest first, each with its `/`; the last is the media folder itself. */
function parents(path: string): string[] {
  const found: string[] = [];
  for (let at = dirname(path); at !== "." && at !== "/"; at = dirname(at)) found.push(`${at}/`);
  return [...found, ""].slice(0, 4);
}

async function readNfo(root: string, path: string): Promise<Nfo | null> {
  const file = join(root, ...path.split("/"));
  try {
    const stat = await lstat(file);
    if (!stat.isFile() || stat.size > MAX_NFO_BYTES || (await realpath(file)) !== file) return null;
    const handle = await open(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(stat.size), 0, stat.size, 0);
      return parseNfo(buffer.toString("utf8", 0, bytesRead));
    } finally {
      await handle.close();
    }
  } catch {
    return null;
  }
}
