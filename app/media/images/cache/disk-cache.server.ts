import { readdir, readFile, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "~/errors/error-code";
import { removeDrafts, writeWholeFile } from "~/media/storage/whole-file.server";
import type { Log } from "~/observability/log.server";
import { createByteLru } from "./byte-lru";
import { decodeEntry, encodeEntry, type CachedImage } from "./entry-file";

/** Answers in files, within a number of bytes. A disk that fails only means that nothing is kept. */
export interface DiskCache {
  /** The answer, or null when there is none, it is too old, or its file is harmed. Never rejects. */
  get(key: string): Promise<CachedImage | null>;
  /** Keeps an answer; resolves when it is there or was given up. Never rejects. */
  put(key: string, image: CachedImage): Promise<void>;
  /** Bytes of the files that are kept. */
  readonly bytes: number;
}

interface Options {
  folder: string;
  maxBytes: number;
  maxAgeMs: number;
  log: Log;
  now?: () => number;
}

/** Answers that wait to be written hold memory; beyond this they are not kept on disk. */
const MAX_PENDING_BYTES = 32 * 1024 * 1024;
/** Files that are written at the same time; each waits for the disk. */
const MOST_WRITERS = 4;
/** A full disk would otherwise fill the log as well. */
const COMPLAIN_EVERY_MS = 60_000;

/**
 * A cache in a folder of its own. A key is 64 hexadecimal digits. A file is written beside its place and renamed, and carries its
 * length and checksum, so that a half-written one is never served, nor one that a power cut harmed. Its modification time is when the answer was made, its access time when it was used last:
 * both outlive the process.
 */
export function createDiskCache({
  folder,
  maxBytes,
  maxAgeMs,
  log,
  now = Date.now,
}: Options): DiskCache {
  const files = createByteLru<string>({
    maxBytes,
    onEvict: (_, path) => void rm(path, { force: true }).catch(complain),
  });
  const temporary = join(folder, "tmp");
  let isScanned = false;
  const scanned = scan().finally(() => (isScanned = true));
  let pendingBytes = 0;
  let writers = 0;
  const waiting: (() => void)[] = [];
  let complainedAt = -Infinity;

  const pathOf = (key: string): string => join(folder, key.slice(0, 2), key);
  const isFresh = (createdAt: number): boolean =>
    createdAt + maxAgeMs > now() && createdAt <= now() + COMPLAIN_EVERY_MS;

  function complain(error: unknown): void {
    if (now() - complainedAt < COMPLAIN_EVERY_MS) return;
    complainedAt = now();
    log.warn(
      { err: error instanceof Error ? error.message : String(error), folder },
      "the image cache cannot use its folder; images are served without it",
    );
  }

  function drop(key: string): void {
    files.delete(key);
    void rm(pathOf(key), { force: true }).catch(complain);
  }

  /** Learns what earlier processes left: oldest use first, so that it leaves first. From then on what is not known here is not there. */
  async function scan(): Promise<void> {
    try {
      // The folder is one process's own, so what was begun before this one has nobody who would finish it.
      await removeDrafts(temporary, performance.timeOrigin);
      const found: { key: string; path: string; size: number; used: number }[] = [];
      for (const { name, parentPath } of await listFiles(folder)) {
        const path = join(parentPath, name);
        const known = parentPath === temporary ? null : await stat(path).catch(() => null);
        if (known === null) continue;
        const { size, atimeMs, mtimeMs } = known;
        if (isFresh(mtimeMs)) found.push({ key: name, path, size, used: atimeMs });
        else await rm(path, { force: true });
      }
      for (const { key, path, size } of found.sort((one, other) => one.used - other.used))
        files.set(key, path, size);
    } catch (error) {
      complain(error);
    }
  }

  async function write(key: string, image: CachedImage): Promise<void> {
    const path = pathOf(key);
    const bytes = encodeEntry(image);
    if (!files.fits(bytes.byteLength)) return;
    try {
      await writeWholeFile({
        path,
        drafts: temporary,
        bytes,
        times: { used: new Date(now()), changed: new Date(image.createdAt) },
        // Room is made before the file takes its place, so that the cap holds at every moment.
        beforePlacing: () => files.set(key, path, bytes.byteLength),
      });
    } catch (error) {
      complain(error);
      files.delete(key);
    }
  }

  return {
    async get(key) {
      if (isScanned && files.get(key) === undefined) return null;
      try {
        const entry = decodeEntry(await readFile(pathOf(key)));
        if (entry !== null && isFresh(entry.createdAt)) {
          files.get(key);
          void utimes(pathOf(key), new Date(now()), new Date(entry.createdAt)).catch(complain);
          return entry;
        }
        drop(key);
      } catch (error) {
        files.delete(key);
        if (errorCode(error) !== "ENOENT") complain(error);
      }
      return null;
    },
    async put(key, image) {
      if (pendingBytes + image.body.byteLength > MAX_PENDING_BYTES) return;
      pendingBytes += image.body.byteLength;
      await scanned;
      if (writers >= MOST_WRITERS) await new Promise<void>((resolve) => waiting.push(resolve));
      else writers += 1;
      await write(key, image);
      pendingBytes -= image.body.byteLength;
      const next = waiting.shift();
      if (next === undefined) writers -= 1;
      else next();
    },
    get bytes() {
      return files.bytes;
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
