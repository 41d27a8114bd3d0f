import { createHash } from "node:crypto";
import { access, constants, realpath, stat } from "node:fs/promises";
import { basename } from "node:path";
import { Invalid } from "~/errors/app-error";
import { errorCode } from "~/errors/error-code";
import type { ErrorMessage } from "~/i18n/error-message";
import { overlap } from "~/media/files/folder-paths.server";
import { takeAdvisoryLock } from "~db/advisory-lock.server";
import type { Database, Transaction } from "~db/client.server";
import { mediaFolders } from "~db/schema";
import { isBelow, isWrittenBelow, resolveRoots } from "./media-roots.server";

export interface AddedFolder {
  name: string;
  /** The path after symbolic links are resolved. */
  path: string;
  isNew: boolean;
}

interface AddOptions {
  /** The folder of the site's own files, which are no media. */
  dataDir?: string;
  /** The folder must be one of these or below one; anywhere by default. */
  roots?: readonly string[];
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
  { dataDir, roots, record }: AddOptions = {},
): Promise<AddedFolder> {
  const path =
    roots === undefined ? await resolveFolder(folder) : await resolveBelow(roots, folder);
  const name = givenName ?? toFolderName(path);
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(name))
    throw invalidName({ key: "folder.invalidName", values: { name } });
  const dataPath = dataDir === undefined ? null : await realpath(dataDir).catch(() => dataDir);
  return db.transaction(async (tx) => {
    // Another folder that overlaps with this one may be added now.
    await takeAdvisoryLock(tx, "mediaFolders");
    const registered = await tx
      .select({ name: mediaFolders.name, path: mediaFolders.path })
      .from(mediaFolders);
    if (registered.some((other) => other.name === name && other.path === path))
      return { name, path, isNew: false };
    requireFree({ name, path }, registered);
    if (dataPath !== null && overlap(path, dataPath))
      throw invalidFolder({ key: "folder.isDataFolder", values: { folder: path } });
    await tx.insert(mediaFolders).values({ name, path });
    const added = { name, path, isNew: true };
    await record?.(tx, added);
    return added;
  });
}

function requireFree(
  { name, path }: { name: string; path: string },
  registered: readonly { name: string; path: string }[],
): void {
  for (const other of registered) {
    if (other.name === name)
      throw invalidName({ key: "folder.nameTaken", values: { name, path: other.path } });
    if (other.path === path)
      throw invalidFolder({ key: "folder.registered", values: { name: other.name } });
  }
  const other = registered.find((one) => overlap(one.path, path));
  if (other !== undefined)
    // Its files would be in the library twice.
    throw invalidFolder({ key: "folder.overlaps", values: other });
}

/** Follows links. Throws `Invalid` for what is no folder, or cannot be read. */
async function resolveFolder(folder: string): Promise<string> {
  try {
    const path = await realpath(folder);
    if ((await stat(path)).isDirectory()) {
      await access(path, constants.R_OK | constants.X_OK);
      return path;
    }
  } catch (error) {
    if (["EACCES", "EPERM"].includes(errorCode(error)))
      throw invalidFolder({ key: "folder.notReadable", values: { folder } });
  }
  throw invalidFolder({ key: "folder.notFound", values: { folder } });
}

async function resolveBelow(roots: readonly string[], folder: string): Promise<string> {
  const resolved = await resolveRoots(roots);
  const outside = () =>
    invalidFolder({ key: "folder.outsideRoots", values: { roots: roots.join(", ") } });
  if (!isWrittenBelow(resolved, folder)) throw outside();
  const path = await resolveFolder(folder);
  // A link may lead elsewhere.
  if (!isBelow(resolved, path)) throw outside();
  return path;
}

const invalidFolder = (message: ErrorMessage) => new Invalid([{ path: "folder", message }]);
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
