import { and, desc, eq } from "drizzle-orm";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";
import { animes, mediaDecisions } from "~db/schema";

/** What was decided for a group. */
export interface GroupDecisionEntry {
  folder: string;
  groupKey: string;
  animeId: number | null;
  /** The title's name; null for ignored groups and for titles that the viewer may not see. */
  title: string | null;
  isAnime: boolean;
  episodeOffset: number;
  decidedAt: Date;
}

/** Decisions of a folder, newest first. */
export async function listDecisions(
  db: Database,
  folder: string,
  { viewer, limit, offset }: { viewer: Viewer; limit: number; offset: number },
): Promise<GroupDecisionEntry[]> {
  return db
    .select({
      folder: mediaDecisions.folder,
      groupKey: mediaDecisions.groupKey,
      animeId: mediaDecisions.animeMalId,
      title: animes.title,
      isAnime: mediaDecisions.isAnime,
      episodeOffset: mediaDecisions.episodeOffset,
      decidedAt: mediaDecisions.decidedAt,
    })
    .from(mediaDecisions)
    .leftJoin(animes, and(eq(animes.malId, mediaDecisions.animeMalId), isVisible(animes, viewer)))
    .where(eq(mediaDecisions.folder, folder))
    .orderBy(desc(mediaDecisions.decidedAt), mediaDecisions.groupKey)
    .limit(limit)
    .offset(offset);
}
