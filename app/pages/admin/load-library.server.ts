import { countDoubtfulGroups, listDoubtfulGroups } from "~/features/library/list-files.server";
import { listFolders } from "~/features/library/list-folders.server";
import { listScanRuns } from "~/jobs/enqueue-scans.server";
import { readPageNumber } from "~/parsing/page-number";
import type { SessionUser } from "~/features/accounts/session-user.server";
import type { Locale } from "~/i18n/locales";
import type { Database } from "~db/client.server";

const GROUPS_PER_PAGE = 20;

/** Reads the media folders and the groups whose title is in doubt. */
export async function loadLibrary(
  db: Database,
  { user, locale }: { user: SessionUser; locale: Locale },
  parameters: URLSearchParams,
) {
  const page = readPageNumber(parameters);
  const [folders, runs] = await Promise.all([listFolders(db, locale), listScanRuns(db)]);
  const only = folders.find(({ name }) => name === parameters.get("folder"))?.name ?? null;
  const [total, groups] = await Promise.all([
    countDoubtfulGroups(db, only),
    listDoubtfulGroups(db, only, {
      locale,
      viewer: user.preferences,
      limit: GROUPS_PER_PAGE,
      offset: (page - 1) * GROUPS_PER_PAGE,
    }),
  ]);
  return {
    folders: folders.map((folder) => ({ ...folder, run: runs.get(folder.name) ?? null })),
    groups,
    /** The folder whose groups are listed; null for all. */
    only,
    page,
    lastPage: Math.max(1, Math.ceil(total / GROUPS_PER_PAGE)),
  };
}

export type ListedFolder = Awaited<ReturnType<typeof loadLibrary>>["folders"][number];
