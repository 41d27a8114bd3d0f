/** The page of a group of files. */
export function groupPath({ folder, groupKey }: { folder: string; groupKey: string }): string {
  return `/admin/library/group?${new URLSearchParams({ folder, group: groupKey }).toString()}`;
}

/** Which files of a folder a page lists. */
export const SHOWN_FILES = ["unused", "skipped", "missing", "decided"] as const;
export type ShownFiles = (typeof SHOWN_FILES)[number];

/** The page of a folder's files. */
export function filesPath(folder: string, show: ShownFiles, page = 1): string {
  return `/admin/library/files?${new URLSearchParams({
    folder,
    show,
    ...(page === 1 ? {} : { page: String(page) }),
  }).toString()}`;
}
