import { createHash } from "node:crypto";
import { access, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writeFileAtomically } from "~/media/storage/atomic-file.server";
import { readFolderBytes } from "~/media/storage/folder-cache.server";
import { countSheets } from "./plan-thumbnails";

/** Width and height are of one thumbnail. */
export interface Thumbnails {
  interval: number;
  count: number;
  width: number;
  height: number;
}

/** A file and its version, as in the URLs of its derivatives. */
export interface FileVersion {
  path: string;
  version: string;
}

/** Sheets of thumbnails on disk, a folder per version of a file. */
export interface ThumbnailStore {
  /** Returns null unless all sheets of the file were made. */
  find(file: FileVersion): Promise<Thumbnails | null>;
  /** Whether they were made, or cannot be made. */
  isDone(file: FileVersion): Promise<boolean>;
  /** Returns null for a sheet that was not made. */
  readSheet(file: FileVersion, sheet: number): Promise<Buffer | null>;
  hasSheet(file: FileVersion, sheet: number): Promise<boolean>;
  writeSheet(file: FileVersion, sheet: number, bytes: Buffer): Promise<void>;
  /** Called after the last sheet, with null when no thumbnails can be made. */
  finish(file: FileVersion, thumbnails: Thumbnails | null): Promise<void>;
  /** Deletes the thumbnails of other files and other versions; a version of null is any. */
  keepOnly(versions: ReadonlyMap<string, string | null>): Promise<void>;
  bytes(): Promise<number>;
}

const INDEX_NAME = "pictures.json";
const indexSchema = z
  .object({
    interval: z.number().positive(),
    count: z.int().positive(),
    width: z.int().positive(),
    height: z.int().positive(),
  })
  .nullable();

export function createThumbnailStore(folder: string): ThumbnailStore {
  const folderOf = ({ path, version }: FileVersion) => join(folder, `${keyOf(path)}.${version}`);
  const write = (file: FileVersion, name: string, bytes: Uint8Array) =>
    writeFileAtomically({ path: join(folderOf(file), name), drafts: folderOf(file), bytes });
  /** Reads the index; undefined while it is not done. */
  const readIndex = async (file: FileVersion) => {
    const text = await readFile(join(folderOf(file), INDEX_NAME), "utf8").catch(() => null);
    if (text === null) return undefined;
    try {
      return indexSchema.parse(JSON.parse(text));
    } catch {
      return undefined;
    }
  };
  return {
    find: async (file) => (await readIndex(file)) ?? null,
    isDone: async (file) => (await readIndex(file)) !== undefined,
    async readSheet(file, sheet) {
      const thumbnails = await readIndex(file);
      if (thumbnails === undefined || thumbnails === null || sheet >= countSheets(thumbnails))
        return null;
      return readFile(join(folderOf(file), sheetName(sheet))).catch(() => null);
    },
    hasSheet: (file, sheet) =>
      access(join(folderOf(file), sheetName(sheet))).then(
        () => true,
        () => false,
      ),
    writeSheet: (file, sheet, bytes) => write(file, sheetName(sheet), bytes),
    finish: (file, thumbnails) => write(file, INDEX_NAME, Buffer.from(JSON.stringify(thumbnails))),
    async keepOnly(versions) {
      const wanted = new Map([...versions].map(([path, version]) => [keyOf(path), version]));
      for (const name of await readdir(folder).catch(() => [])) {
        const [key = "", version] = name.split(".", 2);
        const current = wanted.get(key);
        if (current === undefined || (current !== null && current !== version))
          await rm(join(folder, name), { recursive: true, force: true });
      }
    },
    bytes: () => readFolderBytes(folder),
  };
}

export function sheetName(sheet: number): string {
  return `${sheet}.webp`;
}

function keyOf(path: string): string {
  return createHash("sha256").update(path).digest("hex").slice(0, 40);
}
