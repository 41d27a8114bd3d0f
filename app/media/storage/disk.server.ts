import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { errorCode } from "~/errors/error-code";
import { contentId, isContentId } from "./content-id";
import { StorageFailed } from "./storage-failed";
import type { FileStorage } from "./file-storage";
import { removeDrafts, writeFileAtomically } from "./atomic-file.server";

export interface DiskStorage extends FileStorage {
  read(cid: string): Promise<Uint8Array | null>;
  /** Removes unfinished files that killed processes left. */
  removeStaleDrafts(): Promise<void>;
}

/** Several processes may share the folder. */
const STALE_DRAFT_MS = 10 * 60_000;

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
        await writeFileAtomically({ path: pathOf(cid), drafts, bytes, durable: true });
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
    removeStaleDrafts: () => removeDrafts(drafts, Date.now() - STALE_DRAFT_MS),
  };
}
