import type { Dirent } from "node:fs";
import { readdir, realpath } from "node:fs/promises";
import { join, normalize } from "node:path";
import { isInside, overlap } from "~/media/files/folder-paths.server";

/** A page offers as many folders. */
export const MAX_OFFERED = 200;

/** Folders that systems and NAS boxes make for themselves. */
const OWN_OF_SYSTEM = /^(?:[.@#$]|lost\+found$|System Volume Information$)/u;
/** What is in a name that is no text, or that breaks a line. */
const UNUSABLE = /[\p{Cc}\ufffd]/u;

/** The folders below which an owner may add media folders, as written and without links. */
export interface MediaRoots {
  written: readonly string[];
  resolved: readonly string[];
  /** The roots that this process cannot read. */
  unreadable: readonly string[];
}

/** Resolves links in the roots that the operator lists. */
export async function resolveRoots(roots: readonly string[]): Promise<MediaRoots> {
  const written = roots.map(withoutEnd);
  const paths = await Promise.all(written.map((root) => realpath(root).catch(() => null)));
  return {
    written,
    resolved: paths.filter((path) => path !== null),
    unreadable: written.filter((_root, index) => paths[index] === null),
  };
}

/** Decides without looking at the disk, so that a refusal tells nothing about what is on it. */
export function isWrittenBelow({ written, resolved }: MediaRoots, path: string): boolean {
  const plain = withoutEnd(path);
  return [...written, ...resolved].some((root) => plain === root || isInside(root, plain));
}

/** Whether a path without links is a root or below one. */
export function isBelow({ resolved }: MediaRoots, path: string): boolean {
  return resolved.some((root) => path === root || isInside(root, path));
}

export interface OfferedFolders {
  paths: string[];
  /** Whether there are more than `MAX_OFFERED`. */
  isCut: boolean;
}

/** The roots and the folders directly below them that overlap with none of `taken`. */
export async function offerFolders(
  { resolved }: MediaRoots,
  taken: readonly string[],
): Promise<OfferedFolders> {
  const isFree = (path: string) => !taken.some((other) => overlap(path, other));
  const paths = new Set<string>();
  for (const root of resolved) {
    const below = await listSubfolders(root);
    for (const path of [root, ...below]) if (isFree(path)) paths.add(path);
  }
  return { paths: [...paths].slice(0, MAX_OFFERED), isCut: paths.size > MAX_OFFERED };
}

/** None when the folder cannot be listed. Links are not followed. */
async function listSubfolders(root: string): Promise<string[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch((): Dirent[] => []);
  return entries
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .filter((name) => !OWN_OF_SYSTEM.test(name) && !UNUSABLE.test(name))
    .sort(new Intl.Collator("en", { numeric: true }).compare)
    .map((name) => join(root, name));
}

/** Resolves `.` and `..` by the text alone, and drops the separator at the end. */
function withoutEnd(path: string): string {
  const plain = normalize(path);
  return plain.length > 1 ? plain.replace(/[\\/]$/, "") : plain;
}
