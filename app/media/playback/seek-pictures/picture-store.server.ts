import { createHash } from "node:crypto";
import { access, readdir, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { writeFileAtomically } from "~/media/storage/atomic-file.server";
import { readFolderBytes } from "~/media/storage/folder-cache.server";
import { countSheets } from "./plan-pictures";

/** Width and height are of one picture. */
export interface SeekPictures {
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

/** Sheets of pictures on disk, a folder per version of a file. */
export interface PictureStore {
  /** Null unless all its sheets were made. */
  find(file: FileVersion): Promise<SeekPictures | null>;
  /** Whether they were made, or cannot be made. */
  isDone(file: FileVersion): Promise<boolean>;
  /** Null for a missing one. */
  readSheet(file: FileVersion, sheet: number): Promise<Buffer | null>;
  hasSheet(file: FileVersion, sheet: number): Promise<boolean>;
  writeSheet(file: FileVersion, sheet: number, bytes: Buffer): Promise<void>;
  /** After the last sheet; null when no pictures can be made. */
  finish(file: FileVersion, pictures: SeekPictures | null): Promise<void>;
  /** Deletes the pictures of other files and other versions; a version of null is any. */
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

export function createPictureStore(folder: string): PictureStore {
  const folderOf = ({ path, version }: FileVersion) => join(folder, `${keyOf(path)}.${version}`);
  const write = (file: FileVersion, name: string, bytes: Uint8Array) =>
    writeFileAtomically({ path: join(folderOf(file), name), drafts: folderOf(file), bytes });
  /** Undefined while it is not done. */
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
      const pictures = await readIndex(file);
      if (pictures === undefined || pictures === null || sheet >= countSheets(pictures))
        return null;
      return readFile(join(folderOf(file), sheetName(sheet))).catch(() => null);
    },
    hasSheet: (file, sheet) =>
      access(join(folderOf(file), sheetName(sheet))).then(
        () => true,
        () => false,
      ),
    writeSheet: (file, sheet, bytes) => write(file, sheetName(sheet), bytes),
    finish: (file, pictures) => write(file, INDEX_NAME, Buffer.from(JSON.stringify(pictures))),
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
