import { readdir, realpath, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { Conflict, NotFound } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { mediaFolders } from "~db/schema";
import { MEDIA_FILES } from "./media-file.server";

/** Playable things that are listed at most; the rest is there all the same. */
const MOST_LISTED = 2_000;
/** Deeper folders are served but not listed. */
const DEEPEST = 6;

/** A registered folder with the addresses of what can be played from it. */
export interface AddedFolder {
  name: string;
  isNew: boolean;
  playable: string[];
}

/**
 * Registers a folder to be served under `/media/files/<name>/`; the name is the folder's own unless another is given. Registering it
 * again changes nothing. Throws `NotFound` when there is no such folder and `Conflict` when the name or the folder is taken.
 */
export async function addMediaFolder(
  db: Database,
  folder: string,
  wantedName?: string,
): Promise<AddedFolder> {
  const path = await realpath(folder).catch(() => null);
  if (path === null || !(await stat(path)).isDirectory())
    throw new NotFound(`There is no folder ${folder}.`);
  const name = wantedName ?? nameOf(path);
  if (!/^[a-z0-9][a-z0-9-]{0,63}$/.test(name))
    throw new Conflict(
      `"${name}" is no name for an address. Give one of letters, digits and - with --name.`,
    );
  const added = await db
    .insert(mediaFolders)
    .values({ name, path })
    .onConflictDoNothing()
    .returning({ name: mediaFolders.name });
  if (added.length === 0) await requireSame(db, name, path);
  return {
    name,
    isNew: added.length > 0,
    playable: await playableIn(path, [MEDIA_FILES, name], DEEPEST),
  };
}

async function requireSame(db: Database, name: string, path: string): Promise<void> {
  const taken = (await db.select().from(mediaFolders)).find(
    (row) => row.name === name || row.path === path,
  );
  if (taken === undefined || (taken.name === name && taken.path === path)) return;
  throw new Conflict(
    taken.name === name
      ? `The name ${name} belongs to ${taken.path}. Give another with --name.`
      : `This folder is registered as ${taken.name} already.`,
  );
}

function nameOf(path: string): string {
  return basename(path)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 64);
}

/** Films, and of a folder with playlists its master (or else every playlist that is not one of a master's). */
async function playableIn(folder: string, address: string[], depth: number): Promise<string[]> {
  const entries = (await readdir(folder, { withFileTypes: true }))
    .filter(({ name }) => !name.startsWith("."))
    .sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
  const at = (name: string) => [...address, encodeURIComponent(name)].join("/");
  const files = entries.filter((entry) => entry.isFile()).map(({ name }) => name);
  const master = files.find((name) => /^(?:master|main)\.m3u8$/i.test(name));
  if (master !== undefined) return [at(master)];
  const here = files.filter((name) => /\.(?:m3u8|mp4|m4v|webm)$/i.test(name)).map(at);
  if (depth === 0) return here;
  const below: string[] = [];
  for (const entry of entries) {
    if (entry.isDirectory() && below.length < MOST_LISTED)
      below.push(
        ...(await playableIn(
          join(folder, entry.name),
          [...address, encodeURIComponent(entry.name)],
          depth - 1,
        )),
      );
  }
  return [...here, ...below].slice(0, MOST_LISTED);
}
