import { createHash } from "node:crypto";
import { basename } from "node:path";
import { Invalid } from "~/errors/app-error";
import type { ErrorMessage } from "~/i18n/error-message";
import { takeAdvisoryLock } from "~db/advisory-lock.server";
import type { Database, Transaction } from "~db/client.server";
import { mediaFolders } from "~db/schema";
import {
  findFolder,
  findRefusal,
  invalidFolder,
  listRegistered,
  withoutLinks,
} from "./find-folder.server";

export interface AddedFolder {
  name: string;
  /** The path after symbolic links are resolved. */
  path: string;
  isNew: boolean;
}

interface AddOptions {
  /** Folders of the site's own files, which are no media. */
  own?: readonly string[];
  /** The folder must be one of these or below one; null, the default, is anywhere. */
  roots?: readonly string[] | null;
  /** Runs in the transaction that adds a new folder. */
  record?: (tx: Transaction, added: AddedFolder) => Promise<void>;
}

/**
 * Serves a folder under `/media/files/<name>/`; the name defaults to the folder's. Idempotent.
 * Throws `Invalid`, which names `folder` or `name`.
 */
export async function addMediaFolder(
  db: Database,
  folder: string,
  givenName?: string,
  { own = [], roots = null, record }: AddOptions = {},
): Promise<AddedFolder> {
  const path = await findFolder(folder, roots);
  const name = givenName ?? toFolderName(path);
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(name))
    throw invalidName({ key: "folder.invalidName", values: { name } });
  const ownPaths = await Promise.all(own.map(withoutLinks));
  return db.transaction(async (tx) => {
    // Another folder that overlaps with this one may be added now.
    await takeAdvisoryLock(tx, "mediaFolders");
    const registered = await listRegistered(tx);
    if (registered.some((other) => other.name === name && other.path === path))
      return { name, path, isNew: false };
    const taken = registered.find((other) => other.name === name);
    if (taken !== undefined)
      throw invalidName({ key: "folder.nameTaken", values: { name, path: taken.path } });
    const refusal = findRefusal(path, registered, ownPaths);
    if (refusal !== null) throw invalidFolder(refusal);
    await tx.insert(mediaFolders).values({ name, path });
    const added = { name, path, isNew: true };
    await record?.(tx, added);
    return added;
  });
}

const invalidName = (message: ErrorMessage) => new Invalid([{ path: "name", message }]);

/** Names without Latin letters or digits become a hash. */
function toFolderName(path: string): string {
  const name = basename(path)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 64)
    .replace(/-$/, "");
  return name === ""
    ? `folder-${createHash("sha256").update(basename(path)).digest("hex").slice(0, 8)}`
    : name;
}
