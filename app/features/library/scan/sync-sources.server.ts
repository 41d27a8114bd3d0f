import { and, eq, inArray, sql } from "drizzle-orm";
import { mediaFileUrl } from "~/media/files/media-file-url";
import type { MediaInfo, MediaTrack } from "~/media/container/container-info";
import { lockCatalogForWriting } from "~/features/catalog/catalog-version.server";
import { isPlayable } from "~/features/catalog/episodes/is-playable.server";
import {
  recordAvailable,
  type AvailableEpisode,
} from "~/features/catalog/episodes/record-available.server";
import type { Transaction } from "~db/client.server";
import { episodes, episodeSources, mediaFiles } from "~db/schema";

type FileRow = typeof mediaFiles.$inferSelect;
type SourceRow = typeof episodeSources.$inferInsert;
type AttachedSource = typeof episodeSources.$inferSelect;

const AWAY = "its folder cannot be reached";

/**
 * Creates, renames and removes sources to follow the files' matches. Returns whether a source
 * changed. Ignores sources that the operator attached by URL. Records episodes that get their first
 * source, unless the files were only away (`areBack`).
 */
export async function syncSources(
  tx: Transaction,
  ids: readonly number[],
  { areBack = false }: { areBack?: boolean } = {},
): Promise<boolean> {
  if (ids.length === 0) return false;
  await lockCatalogForWriting(tx);
  const files = await tx
    .select()
    .from(mediaFiles)
    .where(inArray(mediaFiles.id, [...ids]));
  const wanted = files.flatMap(toSources);
  const attached = await tx
    .select()
    .from(episodeSources)
    .where(inArray(episodeSources.mediaFileId, [...ids]));
  const arrived = areBack ? [] : await listArrived(tx, wanted);
  const keys = new Set(wanted.map(keyOf));
  const unwanted = attached.filter((source) => !keys.has(keyOf(source)));
  const renamed = await renameSources(tx, unwanted, wanted);
  const surplus = unwanted.filter(({ id }) => !renamed.has(id));
  if (surplus.length > 0)
    await tx.delete(episodeSources).where(
      inArray(
        episodeSources.id,
        surplus.map(({ id }) => id),
      ),
    );
  let isChanged = unwanted.length > 0;
  if (wanted.length > 0) {
    await tx
      .insert(episodes)
      .values(wanted.map(({ animeMalId, number }) => ({ animeMalId, number })))
      .onConflictDoNothing();
    const written = await tx
      .insert(episodeSources)
      .values(wanted)
      .onConflictDoUpdate({
        target: [episodeSources.animeMalId, episodeSources.number, episodeSources.url],
        set: {
          language: sql`excluded.language`,
          kind: sql`excluded.kind`,
          label: sql`excluded.label`,
          audio: sql`excluded.audio`,
          subtitles: sql`excluded.subtitles`,
          status: "ok",
          problem: null,
        },
        setWhere: and(
          eq(episodeSources.mediaFileId, sql`excluded.media_file_id`),
          sql`(${episodeSources.language}, ${episodeSources.kind}, ${episodeSources.label},
              ${episodeSources.audio}, ${episodeSources.subtitles}, ${episodeSources.status})
            IS DISTINCT FROM (excluded.language, excluded.kind, excluded.label,
              excluded.audio, excluded.subtitles, 'ok')`,
        ),
      })
      .returning({ id: episodeSources.id });
    isChanged ||= written.length > 0;
  }
  await recordAvailable(tx, arrived);
  return isChanged;
}

/**
 * Lists the episodes of these sources that had neither a source nor a file before. Files of a
 * folder's first scan do not count, since they were there before the folder was added.
 */
async function listArrived(
  tx: Transaction,
  wanted: readonly SourceRow[],
): Promise<AvailableEpisode[]> {
  if (wanted.length === 0) return [];
  const places = wanted.map(({ animeMalId, number, mediaFileId }) => ({
    animeId: animeMalId,
    number,
    file: mediaFileId,
  }));
  return [
    ...(await tx.execute<{ animeId: number; number: number }>(sql`
      SELECT DISTINCT w."animeId", w.number
      FROM jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
        AS w("animeId" int4, number int4, file int4)
      JOIN media_files f ON f.id = w.file
      JOIN media_folders d ON d.name = f.folder AND d.last_scan IS NOT NULL
      WHERE NOT EXISTS (
          SELECT FROM episodes e
          WHERE e.anime_mal_id = w."animeId" AND e.number = w.number AND ${isPlayable})
        AND NOT EXISTS (
          SELECT FROM media_files away
          WHERE away.anime_mal_id = w."animeId" AND away.status = 'missing'
            AND away.decision IN ('automatic', 'confirmed')
            AND w.number BETWEEN away.first_episode
              AND coalesce(away.last_episode, away.first_episode))`)),
  ];
}

/**
 * Gives sources of moved files their new URLs, so that they keep what the operator wrote and when
 * they were added. Leaves those whose URL another source has. Returns the ids of the others.
 */
async function renameSources(
  tx: Transaction,
  unwanted: readonly AttachedSource[],
  wanted: readonly SourceRow[],
): Promise<Set<number>> {
  const urls = new Map(wanted.map((source) => [placeOf(source), source.url]));
  const renamed = unwanted.flatMap((source) => {
    const url = urls.get(placeOf(source));
    // A place has one source; a second one is surplus.
    urls.delete(placeOf(source));
    return url === undefined ? [] : [{ id: source.id, url }];
  });
  if (renamed.length === 0) return new Set();
  const rows = await tx.execute<{ id: number }>(sql`
    UPDATE episode_sources AS s SET address = r.url
    FROM jsonb_to_recordset(${JSON.stringify(renamed)}::jsonb) AS r(id int4, url text)
    WHERE s.id = r.id AND NOT EXISTS (
      SELECT 1 FROM episode_sources AS other
      WHERE other.anime_mal_id = s.anime_mal_id AND other.number = s.number
        AND other.address = r.url)
    RETURNING s.id`);
  return new Set(rows.map(({ id }) => id));
}

/** Marks the folder's sources as dead. */
export async function markFolderAway(tx: Transaction, folder: string): Promise<boolean> {
  const marked = await tx
    .update(episodeSources)
    .set({ status: "dead", problem: AWAY })
    .where(
      and(
        inArray(
          episodeSources.mediaFileId,
          tx.select({ id: mediaFiles.id }).from(mediaFiles).where(eq(mediaFiles.folder, folder)),
        ),
        sql`${episodeSources.status} <> 'dead'`,
      ),
    )
    .returning({ id: episodeSources.id });
  return marked.length > 0;
}

function keyOf(source: Pick<SourceRow, "animeMalId" | "number" | "url">): string {
  return `${source.animeMalId} ${source.number} ${source.url}`;
}

/** The file and the episode that it plays. */
function placeOf(source: Pick<SourceRow, "animeMalId" | "number" | "mediaFileId">): string {
  return [source.mediaFileId, source.animeMalId, source.number].join(" ");
}

function toSources(file: FileRow): SourceRow[] {
  const { animeMalId, firstEpisode, lastEpisode, decision, status } = file;
  if (
    status !== "ready" ||
    animeMalId === null ||
    firstEpisode === null ||
    (decision !== "automatic" && decision !== "confirmed")
  )
    return [];
  const common = { ...describe(file.container as MediaInfo | null), format: "file", status: "ok" };
  const url = mediaFileUrl(file.folder, file.path);
  const sources: SourceRow[] = [];
  for (let number = firstEpisode; number <= (lastEpisode ?? firstEpisode); number += 1)
    sources.push({ animeMalId, number, url, mediaFileId: file.id, ...common });
  return sources;
}

/** `sub` with subtitles, `dub` with another language than Japanese alone, else `raw`. */
function describe(
  container: MediaInfo | null,
): Pick<SourceRow, "kind" | "language" | "label" | "audio" | "subtitles"> {
  const tracks = container?.tracks ?? [];
  const audio = tracks.filter(({ kind }) => kind === "audio");
  const subtitles = tracks.filter(({ kind }) => kind === "subtitles");
  const languages = { audio: languagesOf(audio), subtitles: languagesOf(subtitles) };
  const height = tracks.find(({ kind }) => kind === "video")?.height ?? null;
  const label = height === null ? null : `${height}p`;
  const isJapanese = audio.some(({ language }) => language === null || /^ja\b/u.test(language));
  if (!isJapanese && audio.length > 0)
    return { ...languages, kind: "dub", language: audio[0]?.language ?? null, label };
  if (subtitles.length > 0 || audio.length === 0)
    return {
      ...languages,
      kind: "sub",
      language: (subtitles.find((track) => track.isDefault) ?? subtitles[0])?.language ?? null,
      label,
    };
  return { ...languages, kind: "raw", language: audio[0]?.language ?? null, label };
}

function languagesOf(tracks: readonly MediaTrack[]): string[] {
  return [...new Set(tracks.flatMap(({ language }) => language ?? []))];
}
