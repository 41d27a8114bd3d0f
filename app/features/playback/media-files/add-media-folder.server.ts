import { readdir, realpath, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Conflict, NotFound } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { mediaFolders } from "~db/schema";
import { MEDIA_FILES_PATH } from "./media-address";

/** Bounds the listing only; all files are served. */
const MAX_LISTED = 2_000;
const MAX_DEPTH = 6;

export interface AddedFolder {
  name: string;
  isNew: boolean;
  playable: string[];
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
  return {
    name,
    isNew: added.length > 0,
    playable: await listPlayable(path, [MEDIA_FILES_PATH, name], MAX_DEPTH),
  };
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

function toFolderName(path: string): string {
  return basename(path)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 64);
}

/** URL paths of video files and playlists. A folder with a master playlist yields only that one. */
async function listPlayable(folder: string, segments: string[], depth: number): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }))
    .filter(({ name }) => !name.startsWith("."))
    .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
  const toPath = (name: string) => [...segments, encodeURIComponent(name)].join("/");
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const master = files.find((name) => /^(?:master|main)\.m3u8$/i.test(name));
  if (master !== undefined) return [toPath(master)];
  const paths = files.filter((name) => /\.(?:m3u8|mp4|m4v|webm)$/i.test(name)).map(toPath);
  if (depth === 0) return paths;
  const below: string[] = [];
  for (const entry of entries) {
    if (entry.isDirectory() && below.length < MAX_LISTED)
      below.push(
        ...(await listPlayable(
          join(folder, entry.name),
          [...segments, encodeURIComponent(entry.name)],
          depth - 1,
        )),
      );
  }
  return [...paths, ...below].slice(0, MAX_LISTED);
}
