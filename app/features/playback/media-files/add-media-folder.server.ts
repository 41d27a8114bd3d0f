import { createHash } from "node:crypto";
import { realpath, stat } from "node:fs/promises";
import { basename } from "node:path";
import { Conflict, NotFound } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { mediaFolders } from "~db/schema";

export interface AddedFolder {
  name: string;
  isNew: boolean;
}

/**
 * Serves a folder under `/media/files/<name>/`; the name defaults to the folder's. Idempotent.
 * Throws `NotFound` for a missing folder and `Conflict` when the name or the folder is taken.
 */
export async function addMediaFolder(
  db: Database,
  folder: string,
  givenName?: string,
): Promise<AddedFolder> {
  const path = await realpath(folder).catch(() => null);
  if (path === null || !(await stat(path)).isDirectory())
    throw new NotFound({ key: "folder.notFound", values: { folder } });
  const name = givenName ?? toFolderName(path);
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(name))
    throw new Conflict({ key: "folder.invalidName", values: { name } });
  const added = await db
    .insert(mediaFolders)
    .values({ name, path })
    .onConflictDoNothing()
    .returning({ name: mediaFolders.name });
  if (added.length === 0) await requireSameFolder(db, name, path);
  return { name, isNew: added.length > 0 };
}

async function requireSameFolder(db: Database, name: string, path: string): Promise<void> {
  const taken = (await db.select().from(mediaFolders)).find(
    (row) => row.name === name || row.path === path,
  );
  if (taken === undefined || (taken.name === name && taken.path === path)) return;
  throw new Conflict(
    taken.name === name
      ? { key: "folder.nameTaken", values: { name, path: taken.path } }
      : { key: "folder.registered", values: { name: taken.name } },
  );
}

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
