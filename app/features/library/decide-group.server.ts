import { and, eq } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import {
  incrementCatalogVersion,
  lockCatalogForWriting,
  notifyCatalogVersion,
} from "~/features/catalog/catalog-version.server";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import type { Database, RecordChange, Transaction } from "~db/client.server";
import { animes, mediaDecisions, mediaFiles, mediaFolders } from "~db/schema";
import { storeReason } from "./reason";
import { decideFile, type GroupDecision } from "./scan/decide-file";
import { createFileNames } from "./scan/file-names.server";
import { resolveRivals } from "./scan/resolve-rivals.server";
import { syncSources } from "./scan/sync-sources.server";
import { describedColumns, describeFiles } from "./scan/write-files.server";

interface GroupName {
  folder: string;
  groupKey: string;
}

export interface GroupDecisionInput extends GroupName {
  /** The title of the group's files; null ignores the group. */
  animeId: number | null;
  /** Whether the group is anime; if false, it is ignored. */
  isAnime?: boolean;
  episodeOffset: number;
}

/**
 * Attaches or detaches the group's files, and returns their number. Throws `NotFound` for an
 * unknown title and for a group without files.
 */
export async function decideGroup(
  db: Database,
  { folder, groupKey, animeId, isAnime = true, episodeOffset }: GroupDecisionInput,
  record?: RecordChange<number>,
): Promise<number> {
  if (animeId !== null) {
    const [existing] = await db
      .select({ id: animes.malId })
      .from(animes)
      .where(eq(animes.malId, animeId));
    if (existing === undefined)
      throw new NotFound({ key: "anime.idNotFound", values: { id: animeId } });
  }
  return changeGroup(db, { folder, groupKey }, record, async (tx) => {
    const decision: GroupDecision = { animeMalId: animeId, isAnime, episodeOffset };
    await tx
      .insert(mediaDecisions)
      .values({ folder, groupKey, ...decision })
      .onConflictDoUpdate({
        target: [mediaDecisions.folder, mediaDecisions.groupKey],
        set: { ...decision, decidedAt: new Date() },
      });
    return decision;
  });
}

/**
 * Takes a decision back: the files wait again, for the next scan to match them. Returns their
 * number. Throws `NotFound` for a group without files.
 */
export async function reopenGroup(
  db: Database,
  group: GroupName,
  record?: RecordChange<number>,
): Promise<number> {
  return changeGroup(db, group, record, async (tx) => {
    await tx
      .delete(mediaDecisions)
      .where(
        and(eq(mediaDecisions.folder, group.folder), eq(mediaDecisions.groupKey, group.groupKey)),
      );
    return undefined;
  });
}

/** Gives the files of a group what `decide` returns, in one transaction. */
async function changeGroup(
  db: Database,
  { folder, groupKey }: GroupName,
  record: RecordChange<number> | undefined,
  decide: (tx: Transaction) => Promise<GroupDecision | undefined>,
): Promise<number> {
  const count = await db.transaction(async (tx) => {
    await lockCatalogForWriting(tx);
    const files = await tx
      .select({
        id: mediaFiles.id,
        path: mediaFiles.path,
        root: mediaFolders.path,
        ...describedColumns,
      })
      .from(mediaFiles)
      .innerJoin(mediaFolders, eq(mediaFolders.name, mediaFiles.folder))
      .where(and(eq(mediaFiles.folder, folder), eq(mediaFiles.groupKey, groupKey)))
      .for("update", { of: mediaFiles });
    const [file] = files;
    if (file === undefined)
      throw new NotFound({ key: "folder.groupNotFound", values: { group: groupKey } });
    const decision = await decide(tx);
    const nameOf = createFileNames(file.root);
    const decided = [];
    for (const { path, root: _root, ...row } of files) {
      const decidedFile = decideFile(await nameOf(path), [], decision);
      const isOpen = decision === undefined && decidedFile.decision === null;
      decided.push({
        ...row,
        ...decidedFile,
        ...(isOpen ? { reason: storeReason(["match.reopened"]) } : {}),
      });
    }
    await describeFiles(tx, decided);
    await syncSources(
      tx,
      files.map(({ id }) => id),
    );
    await resolveRivals(tx, folder);
    await incrementCatalogVersion(tx);
    await record?.(tx, files.length);
    return files.length;
  });
  await rebuildListingBitmaps(db).catch(() => undefined);
  await notifyCatalogVersion(db);
  return count;
}
