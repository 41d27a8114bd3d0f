import { and, asc, eq, inArray, isNotNull, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { animes, mediaFiles, type MediaSuggestion } from "~db/schema";

export interface AttachedFile {
  path: string;
  animeId: number;
  title: string;
  firstEpisode: number;
  lastEpisode: number;
  confidence: number;
  reason: string;
  problem: string | null;
}

export interface DoubtfulGroup {
  groupKey: string;
  parsedTitle: string;
  files: number;
  example: string;
  reason: string;
  suggestions: (MediaSuggestion & { title: string })[];
}

export async function listAttachedFiles(db: Database, folder: string): Promise<AttachedFile[]> {
  const rows = await db
    .select({
      path: mediaFiles.path,
      animeId: animes.malId,
      title: animes.title,
      firstEpisode: mediaFiles.firstEpisode,
      lastEpisode: mediaFiles.lastEpisode,
      confidence: mediaFiles.confidence,
      reason: mediaFiles.reason,
      problem: mediaFiles.problem,
    })
    .from(mediaFiles)
    .innerJoin(animes, eq(animes.malId, mediaFiles.animeMalId))
    .where(
      and(
        eq(mediaFiles.folder, folder),
        eq(mediaFiles.status, "ready"),
        inArray(mediaFiles.decision, ["automatic", "confirmed"]),
        isNotNull(mediaFiles.firstEpisode),
      ),
    )
    .orderBy(asc(animes.title), asc(mediaFiles.firstEpisode), asc(mediaFiles.path));
  return rows.map((row) => ({
    ...row,
    firstEpisode: row.firstEpisode ?? 0,
    lastEpisode: row.lastEpisode ?? row.firstEpisode ?? 0,
    confidence: row.confidence ?? 0,
    reason: row.reason ?? "",
  }));
}

export async function listDoubtfulGroups(db: Database, folder: string): Promise<DoubtfulGroup[]> {
  const rows = await db
    .selectDistinctOn([mediaFiles.groupKey], {
      groupKey: mediaFiles.groupKey,
      parsedTitle: mediaFiles.parsedTitle,
      files: sql<number>`(count(*) OVER (PARTITION BY ${mediaFiles.groupKey}))::int4`,
      example: mediaFiles.path,
      reason: mediaFiles.reason,
      suggestions: mediaFiles.suggestions,
    })
    .from(mediaFiles)
    .where(
      and(
        eq(mediaFiles.folder, folder),
        eq(mediaFiles.status, "ready"),
        isNull(mediaFiles.decision),
      ),
    )
    .orderBy(asc(mediaFiles.groupKey), asc(mediaFiles.path));
  const ids = [
    ...new Set(rows.flatMap(({ suggestions }) => suggestions.map(({ malId }) => malId))),
  ];
  const titles = new Map(
    ids.length === 0
      ? []
      : (
          await db
            .select({ id: animes.malId, title: animes.title })
            .from(animes)
            .where(inArray(animes.malId, ids))
        ).map(({ id, title }) => [id, title]),
  );
  return rows.map((row) => ({
    ...row,
    reason: row.reason ?? "",
    suggestions: row.suggestions.flatMap((suggestion) => {
      const title = titles.get(suggestion.malId);
      return title === undefined ? [] : [{ ...suggestion, title }];
    }),
  }));
}

export async function listUnusedFiles(
  db: Database,
  folder: string,
): Promise<{ path: string; reason: string }[]> {
  const rows = await db
    .select({
      path: mediaFiles.path,
      status: mediaFiles.status,
      problem: mediaFiles.problem,
      reason: mediaFiles.reason,
    })
    .from(mediaFiles)
    .where(
      and(
        eq(mediaFiles.folder, folder),
        ne(mediaFiles.status, "missing"),
        sql`(${mediaFiles.status} <> 'ready' OR ${mediaFiles.decision} = 'ignored')`,
      ),
    )
    .orderBy(asc(mediaFiles.path));
  return rows.map(({ path, status, problem, reason }) => ({
    path,
    reason: (status === "ready" ? reason : problem) ?? "",
  }));
}
