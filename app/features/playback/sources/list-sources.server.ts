import { and, asc, eq, sql } from "drizzle-orm";
import { proxiedUrl } from "~/features/catalog/episodes/episode-video";
import type { Database } from "~db/client.server";
import { episodes, episodeSources, mediaFiles } from "~db/schema";
import { releaseName } from "./release-name";
import type { SourceKind, TimeRange } from "./source-input";

/** Times in seconds; an `end` of null is the end of the episode. */
export interface EpisodeSource {
  id: string;
  /** The stored URL: of an upstream, or a path of this site. */
  sourceUrl: string;
  /** What the player loads: the video proxy's URL, or a path of this site. */
  url: string;
  isFile: boolean;
  kind: SourceKind | null;
  language: string | null;
  label: string | null;
  /** The episodes of a file that has several; null for one. */
  episodes: { first: number; last: number } | null;
  /** The group and origin of a file, as `Group BD`; null if its name tells none. */
  release: string | null;
  intro: { start: number; end: number | null } | null;
  outro: { start: number; end: number | null } | null;
}

/**
 * Lists working sources first, then dead ones, then the catalog's. A file of the episode alone
 * comes before one of several.
 */
export async function listSources(
  db: Database,
  animeId: number,
  number: number,
): Promise<EpisodeSource[]> {
  const [attached, [catalogEpisode]] = await Promise.all([
    db
      .select({
        source: episodeSources,
        first: mediaFiles.firstEpisode,
        last: mediaFiles.lastEpisode,
        path: mediaFiles.path,
        releaseGroup: mediaFiles.releaseGroup,
        version: mediaFiles.version,
      })
      .from(episodeSources)
      .leftJoin(mediaFiles, eq(mediaFiles.id, episodeSources.mediaFileId))
      .where(and(eq(episodeSources.animeMalId, animeId), eq(episodeSources.number, number)))
      .orderBy(
        sql`${episodeSources.status} = 'dead'`,
        asc(episodeSources.position),
        sql`coalesce(${mediaFiles.lastEpisode} - ${mediaFiles.firstEpisode}, 0)`,
        asc(episodeSources.id),
      ),
    db
      .select({ source: episodes.videoSource })
      .from(episodes)
      .where(and(eq(episodes.animeMalId, animeId), eq(episodes.number, number))),
  ]);
  const sources: EpisodeSource[] = attached.map(
    ({ source: row, first, last, path, releaseGroup, version }) => ({
      id: String(row.id),
      sourceUrl: row.url,
      url: proxiedUrl(row.url) ?? row.url,
      isFile: row.format === null ? hasFileExtension(row.url) : row.format === "file",
      kind: row.kind as SourceKind,
      language: row.language,
      label: row.label,
      episodes: first !== null && last !== null && last > first ? { first, last } : null,
      release: path === null ? null : releaseName({ path, releaseGroup, version: version ?? 1 }),
      intro: toMark(row.introStart, row.introEnd),
      outro: toMark(row.outroStart, row.outroEnd),
    }),
  );
  const catalogUrl = proxiedUrl(catalogEpisode?.source ?? null);
  if (catalogUrl === null || sources.some(({ url }) => url === catalogUrl)) return sources;
  return [
    ...sources,
    {
      id: "catalog",
      sourceUrl: catalogEpisode?.source ?? "",
      url: catalogUrl,
      isFile: hasFileExtension(catalogEpisode?.source ?? ""),
      kind: null,
      language: null,
      label: null,
      episodes: null,
      release: null,
      intro: null,
      outro: null,
    },
  ];
}

function toMark(
  start: number | null,
  end: number | null,
): { start: number; end: number | null } | null {
  if (start === null) return null;
  return { start, end: end === null || end === Infinity ? null : end } satisfies Record<
    keyof TimeRange,
    number | null
  >;
}

/** Guesses by the extension until a check has sniffed the format. */
function hasFileExtension(url: string): boolean {
  return /\.(?:mp4|m4v|webm)$/i.test(url.split(/[?#]/, 1)[0] ?? "");
}
