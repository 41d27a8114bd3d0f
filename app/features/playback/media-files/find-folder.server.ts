import { access, constants, realpath, stat } from "node:fs/promises";
import { Invalid } from "~/errors/app-error";
import { projectRoot } from "~/config/project-root";
import { errorCode } from "~/errors/error-code";
import type { ErrorMessage } from "~/i18n/error-message";
import { askDrive, DriveHangs } from "~/media/files/ask-drive.server";
import { isInside, overlap } from "~/media/files/folder-paths.server";
import type { Database, Transaction } from "~db/client.server";
import { mediaFolders } from "~db/schema";
import { isBelow, isWrittenBelow, resolveRoots } from "./media-roots.server";

/** The kernel makes up their files, which have no end. */
const KERNEL_FOLDERS = ["/proc", "/sys", "/dev"];

/**
 * The path of a folder after symbolic links are resolved. With `roots` it must be one of these or
 * below one. Throws `Invalid`, which names `folder`, for what is no folder or cannot be read.
 */
export async function findFolder(folder: string, roots: readonly string[] | null): Promise<string> {
  if (roots === null) return resolveFolder(folder);
  const resolved = await resolveRoots(roots);
  const outside = () =>
    invalidFolder({ key: "folder.outsideRoots", values: { roots: roots.join(", ") } });
  if (!isWrittenBelow(resolved, folder)) throw outside();
  const path = await resolveFolder(folder);
  // A link may lead elsewhere.
  if (!isBelow(resolved, path)) throw outside();
  return path;
}

async function resolveFolder(folder: string): Promise<string> {
  const resolve = async () => {
    const path = await realpath(folder);
    if (!(await stat(path)).isDirectory()) return null;
    await access(path, constants.R_OK | constants.X_OK);
    return path;
  };
  const path = await askDrive(`find ${folder}`, resolve).catch((error: unknown) => {
    throw invalidFolder({ key: describeFailure(error), values: { folder } });
  });
  if (path === null) throw invalidFolder({ key: "folder.notFound", values: { folder } });
  return path;
}

/** Says why a folder cannot be read. */
export function describeFailure(error: unknown) {
  if (error instanceof DriveHangs) return "folder.hangs";
  return ["EACCES", "EPERM"].includes(errorCode(error)) ? "folder.notReadable" : "folder.notFound";
}

/** The folders of the program and of its data, in which owners find no media. */
export async function findOwnFolders(dataDir: string): Promise<string[]> {
  return Promise.all([projectRoot(), dataDir].map(withoutLinks));
}

export function withoutLinks(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder);
}

export function listRegistered(
  db: Database | Transaction,
): Promise<{ name: string; path: string }[]> {
  return db.select({ name: mediaFolders.name, path: mediaFolders.path }).from(mediaFolders);
}

/** Says why a folder cannot be a media folder beside those that are `registered`; else null. */
export function findRefusal(
  path: string,
  registered: readonly { name: string; path: string }[],
  own: readonly string[],
): ErrorMessage | null {
  const same = registered.find((other) => other.path === path);
  if (same !== undefined) return { key: "folder.registered", values: { name: same.name } };
  const other = registered.find((one) => overlap(one.path, path));
  // Its files would be in the library twice.
  if (other !== undefined) return { key: "folder.overlaps", values: other };
  if (own.some((folder) => overlap(folder, path)))
    return { key: "folder.isOwn", values: { folder: path } };
  if (KERNEL_FOLDERS.some((folder) => path === folder || isInside(folder, path)))
    return { key: "folder.isOfKernel", values: { folder: path } };
  return null;
}

export const invalidFolder = (message: ErrorMessage) => new Invalid([{ path: "folder", message }]);
