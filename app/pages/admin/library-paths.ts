import { href } from "react-router";

/** The page of a group of files. */
export function groupPath({ folder, groupKey }: { folder: string; groupKey: string }): string {
  return `${href("/admin/library/group")}?${new URLSearchParams({ folder, group: groupKey }).toString()}`;
}

/** Kinds of a folder's files, each with pages of its own. */
export const SHOWN_FILES = ["unused", "skipped", "missing", "decided"] as const;
export type ShownFiles = (typeof SHOWN_FILES)[number];

/** The page of a folder's files. */
export function filesPath(folder: string, show: ShownFiles, page = 1): string {
  return `${href("/admin/library/files")}?${new URLSearchParams({
    folder,
    show,
    ...(page === 1 ? {} : { page: String(page) }),
  }).toString()}`;
}

/** The anchor of the groups that wait. */
export const DOUBTFUL = "doubtful";

/** The groups that wait for a decision: of a folder or, with null, of all. */
export function doubtfulPath(folder: string | null, page = 1): string {
  const query = new URLSearchParams({
    ...(folder === null ? {} : { folder }),
    ...(page === 1 ? {} : { page: String(page) }),
  }).toString();
  return `${href("/admin/library")}${query === "" ? "" : `?${query}`}#${DOUBTFUL}`;
}

/** The page that asks whether a media folder shall be removed. */
export function removeFolderPath(folder: string): string {
  return `${href("/admin/library/remove")}?${new URLSearchParams({ folder }).toString()}`;
}

/** What the library page says once about a change. */
export const LIBRARY_DONE = [
  "attached",
  "ignored",
  "reopened",
  "scan",
  "stopped",
  "added",
  "removed",
  "watched",
  "unwatched",
] as const;

export function libraryDonePath(done: (typeof LIBRARY_DONE)[number]): string {
  return `${href("/admin/library")}?done=${done}`;
}
