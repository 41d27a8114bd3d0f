import { basename } from "node:path";
import { and, eq } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import {
  incrementCatalogVersion,
  notifyCatalogVersion,
} from "~/features/catalog/catalog-version.server";
import { parseMediaPath } from "~/features/library/names/media-path";
import type { Database } from "~db/client.server";
import { animes, mediaDecisions, mediaFiles, mediaFolders } from "~db/schema";
import { decideFile } from "./scan/decide-file";
import { syncSources } from "./scan/sync-sources.server";

/** Applies to all files of a group, later ones included. */
export interface GroupDecisionInput {
  folder: string;
  groupKey: string;
  animeId: number | null;
  episodeOffset: number;
}

/**
 * Attaches or detaches the group's files, and returns their number. Throws `NotFound` for an
 * unknown title and for a group without files.
 */
export async function decideGroup(
  db: Database,
  { folder, groupKey, animeId, episodeOffset }: GroupDecisionInput,
): Promise<number> {
  const count = await db.transaction(async (tx) => {
    if (animeId !== null) {
      const [known] = await tx
        .select({ id: animes.malId })
        .from(animes)
        .where(eq(animes.malId, animeId));
      if (known === undefined)
        throw new NotFound({ key: "anime.idNotFound", values: { id: animeId } });
    }
    const files = await tx
      .select({ id: mediaFiles.id, path: mediaFiles.path, root: mediaFolders.path })
      .from(mediaFiles)
      .innerJoin(mediaFolders, eq(mediaFolders.name, mediaFiles.folder))
      .where(and(eq(mediaFiles.folder, folder), eq(mediaFiles.groupKey, groupKey)))
      .for("update", { of: mediaFiles });
    if (files.length === 0)
      throw new NotFound({ key: "folder.groupNotFound", values: { group: groupKey } });
    const decision = { animeMalId: animeId, episodeOffset };
    await tx
      .insert(mediaDecisions)
      .values({ folder, groupKey, ...decision })
      .onConflictDoUpdate({
        target: [mediaDecisions.folder, mediaDecisions.groupKey],
        set: { ...decision, decidedAt: new Date() },
      });
    for (const { id, path, root } of files)
      await tx
        .update(mediaFiles)
        .set(decideFile(parseMediaPath(path, basename(root)), [], decision))
        .where(eq(mediaFiles.id, id));
    await syncSources(
      tx,
      files.map(({ id }) => id),
    );
    await incrementCatalogVersion(tx);
    return files.length;
  });
  await notifyCatalogVersion(db);
  return count;
}
