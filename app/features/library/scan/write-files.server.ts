import { getTableColumns, sql, type SQL } from "drizzle-orm";
import type { Transaction } from "~db/client.server";
import { mediaFiles } from "~db/schema";
import type { FileDecision } from "./decide-file";

type NewFile = typeof mediaFiles.$inferInsert;

/** What is known of a file by its name: its group, and its match or suggestions. */
export interface DescribedFile extends FileDecision {
  groupKey: string;
  parsedTitle: string;
  releaseGroup: string | null;
  version: number;
  kind: string;
}

export const describedColumns = {
  groupKey: mediaFiles.groupKey,
  parsedTitle: mediaFiles.parsedTitle,
  releaseGroup: mediaFiles.releaseGroup,
  version: mediaFiles.version,
  kind: mediaFiles.kind,
  animeMalId: mediaFiles.animeMalId,
  firstEpisode: mediaFiles.firstEpisode,
  lastEpisode: mediaFiles.lastEpisode,
  confidence: mediaFiles.confidence,
  reason: mediaFiles.reason,
  decision: mediaFiles.decision,
  suggestions: mediaFiles.suggestions,
};

/** The status of a missing file that is back unchanged. */
export const restoredStatus = sql`CASE WHEN ${mediaFiles.status} <> 'missing' THEN ${mediaFiles.status}
  WHEN ${mediaFiles.container} IS NULL OR (${mediaFiles.container} ->> 'isCutOff')::boolean THEN 'unreadable'
  WHEN NOT jsonb_path_exists(${mediaFiles.container}, '$.tracks[*] ? (@.kind == "video")') THEN 'unsupported'
  ELSE 'ready' END`;

/** Creates or overwrites the rows of these paths in one statement; returns their ids. */
export async function upsertFiles(tx: Transaction, files: readonly NewFile[]): Promise<number[]> {
  if (files.length === 0) return [];
  const rows = await tx
    .insert(mediaFiles)
    .values([...files])
    .onConflictDoUpdate({ target: [mediaFiles.folder, mediaFiles.path], set: EXCLUDED })
    .returning({ id: mediaFiles.id });
  return rows.map(({ id }) => id);
}

const { id: _id, folder: _folder, path: _path, ...written } = getTableColumns(mediaFiles);
const EXCLUDED: Record<string, SQL> = Object.fromEntries(
  Object.entries(written).map(([key, { name }]) => [key, sql`excluded.${sql.identifier(name)}`]),
);

/** Gives files new descriptions in one statement. */
export async function describeFiles(
  tx: Transaction,
  files: readonly (DescribedFile & { id: number })[],
): Promise<void> {
  if (files.length === 0) return;
  await tx.execute(sql`
    UPDATE media_files AS f SET
      group_key = r."groupKey", parsed_title = r."parsedTitle", release_group = r."releaseGroup",
      version = r.version, kind = r.kind, anime_mal_id = r."animeMalId",
      first_episode = r."firstEpisode", last_episode = r."lastEpisode",
      confidence = r.confidence, reason = r.reason, decision = r.decision,
      suggestions = r.suggestions
    FROM jsonb_to_recordset(${JSON.stringify(files)}::jsonb) AS r(
      id int4, "groupKey" text, "parsedTitle" text, "releaseGroup" text, version int4, kind text,
      "animeMalId" int4, "firstEpisode" int4, "lastEpisode" int4, confidence float8, reason text,
      decision text, suggestions jsonb)
    WHERE f.id = r.id`);
}

/** Gives moved files their new paths in one statement. */
export async function relocateFiles(
  tx: Transaction,
  files: readonly { id: number; path: string; fileId: string }[],
): Promise<void> {
  if (files.length === 0) return;
  await tx.execute(sql`
    UPDATE media_files SET path = r.path, file_id = r."fileId", status = ${restoredStatus},
      seen_at = now()
    FROM jsonb_to_recordset(${JSON.stringify(files)}::jsonb) AS r(id int4, path text, "fileId" text)
    WHERE media_files.id = r.id`);
}
