import { href } from "react-router";
import { withQuery } from "~/ui/with-query";

/** The page of a group of files. */
export function groupPath({ folder, groupKey }: { folder: string; groupKey: string }): string {
  return withQuery(href("/admin/library/group"), { folder, group: groupKey });
}

/** Kinds of a folder's files, each with pages of its own. */
export const SHOWN_FILES = ["unused", "skipped", "missing", "decided"] as const;
export type ShownFiles = (typeof SHOWN_FILES)[number];

/** The page of a folder's files. */
export function filesPath(folder: string, show: ShownFiles, page = 1): string {
  return withQuery(href("/admin/library/files"), {
    folder,
    show,
    ...(page === 1 ? {} : { page: String(page) }),
  });
}

/** The anchor of the groups that wait. */
export const DOUBTFUL = "doubtful";

/** The groups that wait for a decision: of a folder or, with null, of all. */
export function doubtfulPath(folder: string | null, page = 1): string {
  const path = withQuery(href("/admin/library"), {
    ...(folder === null ? {} : { folder }),
    ...(page === 1 ? {} : { page: String(page) }),
  });
  return `${path}#${DOUBTFUL}`;
}

/** The page that asks whether a media folder shall be removed. */
export function removeFolderPath(folder: string): string {
  return withQuery(href("/admin/library/remove"), { folder });
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
