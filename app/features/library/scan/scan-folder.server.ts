import { lstat, realpath } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { and, eq, ne } from "drizzle-orm";
import {
  incrementCatalogVersion,
  lockCatalogForWriting,
  notifyCatalogVersion,
} from "~/features/catalog/catalog-version.server";
import { storeReason } from "~/features/library/reason";
import type { ErrorMessage } from "~/i18n/error-message";
import type { Database } from "~db/client.server";
import { mediaFiles, mediaFolders } from "~db/schema";
import { createChanges, type ScanOptions } from "./apply-changes.server";
import { compareFiles, type StoredFile } from "./compare-files";
import { resolveRivals } from "./resolve-rivals.server";
import { weighFolder } from "./weigh-folder.server";
import { markFolderAway } from "./sync-sources.server";
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
  /** Files that were being written, which the next scan takes up. */
  unfinished: number;
  skipped: SkippedFile[];
}

/** Recently written files are checked twice. */
const FRESH_MS = 10_000;
const SECOND_LOOK_MS = 1_500;
const MAX_SKIPPED = 10_000;
/** How many skipped files are stored, which pages show after the scan. */
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
    unfinished: 0,
    skipped: [],
  };
  const started = performance.now();
  const stored = await loadStored(db, folder.name);
  const found = new Map<string, FoundFile>();
  const unreadable = new Set<string>();
  const empty = new Map<string, number>();
  try {
    // Rejects a link in place of the folder.
    if ((await realpath(folder.path)) !== folder.path) throw new Error("moved");
    for await (const event of walkFolder(folder.path, options.signal)) {
      if (event.kind === "file") found.set(event.file.path, event.file);
      else if (event.kind === "empty") empty.set(event.path, event.device);
      else {
        if (event.kind === "unreadable") unreadable.add(event.path);
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
  for (const path of unmountedFolders(empty, stored.values())) {
    unreadable.add(path);
    skip(result, path, { key: "scan.folderEmpty", values: { path } });
  }
  for (const { path, reason } of await takeUnfinished(folder.path, found)) {
    if (reason === "scan.stillWritten") {
      unreadable.add(path);
      result.unfinished += 1;
    }
    skip(result, path, reason);
  }
  result.files = found.size;
  const changes = compareFiles(
    stored,
    found,
    (path) => unreadable.has(path) || parents(path).some((parent) => unreadable.has(parent)),
  );
  result.added = changes.added.length;
  result.changed = changes.changed.length;
  result.moved = changes.moved.length;
  result.gone = changes.gone.length;
  const apply = createChanges(db, folder, options);
  try {
    await apply.markGone(changes.gone.map(({ id }) => id));
    await apply.move(changes.moved);
    await apply.bringBack(changes.returned);
    await apply.read([...changes.changed.map(({ file }) => file), ...changes.added]);
    if (options.rematch === true) await apply.rematch();
    await finish(db, folder, result, {
      ms: Math.round(performance.now() - started),
      hasSourceChanges: apply.hasSourceChanges,
    });
  } catch (error) {
    // What is attached stays, also when the scan is stopped.
    if (apply.hasSourceChanges) await announceChanges(db).catch(() => undefined);
    throw error;
  }
  return result;
}

async function announceChanges(db: Database): Promise<void> {
  await db.transaction(incrementCatalogVersion);
  await notifyCatalogVersion(db);
}

/** Stores what the scan did, once all its changes are written. */
async function finish(
  db: Database,
  { name }: Folder,
  { files, added, changed, moved, gone, skipped }: ScanResult,
  { ms, hasSourceChanges }: { ms: number; hasSourceChanges: boolean },
): Promise<void> {
  const isChanged = await db.transaction(async (tx) => {
    await lockCatalogForWriting(tx);
    const isWeighed = await weighFolder(tx, name);
    const hasRivals = await resolveRivals(tx, name);
    await tx
      .update(mediaFolders)
      .set({
        scannedAt: new Date(),
        problem: null,
        lastScan: { ms, files, added, changed, moved, gone },
        skippedCount: skipped.length,
        skipped: skipped
          .slice(0, MAX_STORED_SKIPPED)
          .map(({ path, reason }) => ({ path, reason: storeReason([reason]) })),
      })
      .where(eq(mediaFolders.name, name));
    if (!hasSourceChanges && !isWeighed && !hasRivals) return false;
    await incrementCatalogVersion(tx);
    return true;
  });
  if (isChanged) await notifyCatalogVersion(db);
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

/** Empty folders whose known files were on another device: nothing is mounted there. */
function unmountedFolders(
  empty: ReadonlyMap<string, number>,
  stored: Iterable<StoredFile>,
): Set<string> {
  const found = new Set<string>();
  if (empty.size === 0) return found;
  for (const { path, fileId } of stored)
    for (const parent of parents(path)) {
      const device = empty.get(parent);
      if (device !== undefined && fileId?.startsWith(`${device}:`) === false) found.add(parent);
    }
  return found;
}

function parents(path: string): string[] {
  const found: string[] = [];
  for (let at = path.lastIndexOf("/"); at > 0; at = path.lastIndexOf("/", at - 1))
    found.push(path.slice(0, at));
  return found;
}

/** Removes files that are being written from `found`, and returns them. */
async function takeUnfinished(
  root: string,
  found: Map<string, FoundFile>,
): Promise<{ path: string; reason: "scan.gone" | "scan.stillWritten" }[]> {
  const fresh = [...found.values()].filter(
    ({ modifiedAt }) => Math.abs(Date.now() - modifiedAt.getTime()) < FRESH_MS,
  );
  if (fresh.length === 0) return [];
  await setTimeout(SECOND_LOOK_MS);
  const unfinished: Awaited<ReturnType<typeof takeUnfinished>> = [];
  for (const { path, size, modifiedAt } of fresh) {
    const stat = await lstat(join(root, path)).catch(() => null);
    if (stat?.size === size && Math.trunc(stat.mtimeMs) === modifiedAt.getTime()) continue;
    found.delete(path);
    unfinished.push({ path, reason: stat === null ? "scan.gone" : "scan.stillWritten" });
  }
  return unfinished;
}
