import { readdir, readFile, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { createByteCache } from "~/caching/byte-cache";
import { createSemaphore } from "~/concurrency/semaphore";
import { errorCode } from "~/errors/error-code";
import { removeDrafts, writeFileAtomically } from "~/media/storage/atomic-file.server";
import type { Log } from "~/observability/log.server";
import { decodeEntry, encodeEntry, isFresh, type CachedImage } from "./entry-file";

/** Caches nothing when the disk fails. */
export interface DiskCache {
  /** Returns null if the image is missing, expired or damaged. Never rejects. */
  get(key: string): Promise<CachedImage | null>;
  /** Stores an image. Never rejects. */
  put(key: string, image: CachedImage): Promise<void>;
  /** Deletes all images. Never rejects. */
  clear(): Promise<void>;
  readonly bytes: number;
}

interface Options {
  folder: string;
  maxBytes: number;
  maxAgeMs: number;
  log: Log;
  now?: () => number;
}

/** Files above this share would evict too many others. */
const MAX_ENTRY_SHARE = 1 / 4;
/** Pending bytes beyond which writes are dropped. */
const MAX_PENDING_BYTES = 32 * 1024 * 1024;
const MAX_WRITERS = 4;
/** A full disk would fill the log as well. */
const WARN_EVERY_MS = 60_000;

/**
 * Keys are 64 hexadecimal digits. Modification time: the image's creation; access time: its last
 * use.
 */
export function createDiskCache({
  folder,
  maxBytes,
  maxAgeMs,
  log,
  now = Date.now,
}: Options): DiskCache {
  const files = createByteCache<string>(maxBytes, {
    maxEntryShare: MAX_ENTRY_SHARE,
    onEvict: (path) => void rm(path, { force: true }).catch(warn),
  });
  const temporary = join(folder, "tmp");
  let isScanned = false;
  const scanned = scan().finally(() => (isScanned = true));
  let pendingBytes = 0;
  const writers = createSemaphore({ limit: MAX_WRITERS });
  let warnedAt = -Infinity;

  const pathOf = (key: string): string => join(folder, key.slice(0, 2), key);

  function warn(error: unknown): void {
    if (now() - warnedAt < WARN_EVERY_MS) return;
    warnedAt = now();
    log.warn(
      { err: error instanceof Error ? error.message : String(error), folder },
      "the image cache cannot use its folder; images are served without it",
    );
  }

  function addFile(key: string, path: string, size: number): void {
    // A power cut may leave empty files.
    files.set(key, path, Math.max(1, size));
  }

  function drop(key: string): void {
    files.delete(key);
    void rm(pathOf(key), { force: true }).catch(warn);
  }

  async function scan(): Promise<void> {
    try {
      // One process uses the folder, so older drafts are orphans.
      await removeDrafts(temporary, performance.timeOrigin);
      const found: { key: string; path: string; size: number; used: number }[] = [];
      for (const { name, parentPath } of await listFiles(folder)) {
        const path = join(parentPath, name);
        const stats = parentPath === temporary ? null : await stat(path).catch(() => null);
        if (stats === null) continue;
        const { size, atimeMs, mtimeMs } = stats;
        if (isFresh(mtimeMs, now(), maxAgeMs) && size <= files.maxEntryBytes)
          found.push({ key: name, path, size, used: atimeMs });
        else await rm(path, { force: true });
      }
      for (const { key, path, size } of found.sort((one, other) => one.used - other.used))
        addFile(key, path, size);
    } catch (error) {
      warn(error);
    }
  }

  async function write(key: string, image: CachedImage): Promise<void> {
    const path = pathOf(key);
    const bytes = encodeEntry(image);
    if (bytes.byteLength > files.maxEntryBytes) return;
    try {
      await writeFileAtomically({
        path,
        drafts: temporary,
        bytes,
        times: { used: new Date(now()), changed: new Date(image.createdAt) },
        // The file counts before it is renamed, so that the limit always holds.
        beforePlacing: () => addFile(key, path, bytes.byteLength),
      });
    } catch (error) {
      warn(error);
      files.delete(key);
    }
  }

  return {
    async get(key) {
      if (isScanned && files.get(key) === undefined) return null;
      try {
        const entry = decodeEntry(await readFile(pathOf(key)));
        if (entry !== null && isFresh(entry.createdAt, now(), maxAgeMs)) {
          files.get(key);
          void utimes(pathOf(key), new Date(now()), new Date(entry.createdAt)).catch(warn);
          return entry;
        }
        drop(key);
      } catch (error) {
        files.delete(key);
        if (errorCode(error) !== "ENOENT") warn(error);
      }
      return null;
    },
    async put(key, image) {
      if (pendingBytes + image.body.byteLength > MAX_PENDING_BYTES) return;
      pendingBytes += image.body.byteLength;
      await scanned;
      await writers.run(() => write(key, image));
      pendingBytes -= image.body.byteLength;
    },
    async clear() {
      await scanned;
      for (const [key, path] of [...files.entries()]) {
        files.delete(key);
        await rm(path, { force: true }).catch(warn);
      }
    },
    get bytes() {
      return files.usage.bytes;
    },
  };
}

async function listFiles(folder: string) {
  try {
    return (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) =>
      entry.isFile(),
    );
  } catch (error) {
    if (errorCode(error) === "ENOENT") return [];
    throw error;
  }
}
