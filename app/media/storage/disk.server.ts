import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "~/errors/error-code";
import { contentId, isContentId } from "./content-id";
import { StorageFailed } from "./storage-failed";
import type { StoredFiles } from "./stored-files";
import { removeDrafts, writeWholeFile } from "./whole-file.server";

/** Files in a folder of ours, served by us. */
export interface DiskStorage extends StoredFiles {
  /** A file's bytes, or null when there is none under this name. */
  read(cid: string): Promise<Uint8Array | null>;
  /** Removes what killed processes have begun and not finished. */
  collectDrafts(): Promise<void>;
}

/** A draft this old belongs to a process that was killed. Several may share the folder. */
const ABANDONED_MS = 10 * 60_000;

/** A store in a folder. A file appears whole or not at all, whatever happens while it is written; what was begun and never finished stays in `drafts` until it is collected. */
export function createDiskStorage(folder: string): DiskStorage {
  const drafts = join(folder, "drafts");
  const pathOf = (cid: string): string => {
    if (!isContentId(cid)) throw new Error(`not a content identifier: ${cid}`);
    return join(folder, cid.slice(-3, -1), cid);
  };

  return {
    async put(bytes) {
      const cid = contentId(bytes);
      try {
        await writeWholeFile({ path: pathOf(cid), drafts, bytes, durable: true });
      } catch (cause) {
        throw new StorageFailed({ storage: "disk" }, cause);
      }
      return { cid, url: `/ipfs/${cid}` };
    },
    async remove(cid) {
      try {
        await rm(pathOf(cid), { force: true });
      } catch (cause) {
        throw new StorageFailed({ storage: "disk", cid }, cause);
      }
    },
    async read(cid) {
      if (!isContentId(cid)) return null;
      try {
        return await readFile(pathOf(cid));
      } catch (error) {
        if (["ENOENT", "ENOTDIR"].includes(errorCode(error))) return null;
        throw error;
      }
    },
    collectDrafts: () => removeDrafts(drafts, Date.now() - ABANDONED_MS),
  };
}
