import { and, asc, eq, sql } from "drizzle-orm";
import { episodeVideoUrl } from "~/features/catalog/episodes/episode-video";
import type { Database } from "~db/client.server";
import { episodes, episodeSources } from "~db/schema";
import type { SourceKind, Stretch } from "./source-input";

/** A source as the player gets it. Times in seconds; an `end` of null is the end of the episode. */
export interface EpisodeSource {
  /** What the player loads: the proxy's address, or a path of our own. */
  url: string;
  isFile: boolean;
  /** Null for the catalog's own source, of which nothing more is known. */
  kind: SourceKind | null;
  language: string | null;
  label: string | null;
  intro: { start: number; end: number | null } | null;
  outro: { start: number; end: number | null } | null;
}

/** The sources of an episode in the order in which they are offered: those that answered before dead ones, the catalog's own last. */
export async function listSources(
  db: Database,
  animeId: number,
  number: number,
): Promise<EpisodeSource[]> {
  const [attached, [own]] = await Promise.all([
    db
      .select()
      .from(episodeSources)
      .where(and(eq(episodeSources.animeMalId, animeId), eq(episodeSources.number, number)))
      .orderBy(
        sql`${episodeSources.status} = 'dead'`,
        asc(episodeSources.position),
        asc(episodeSources.id),
      ),
    db
      .select({ source: episodes.videoSource })
      .from(episodes)
      .where(and(eq(episodes.animeMalId, animeId), eq(episodes.number, number))),
  ]);
  const sources: EpisodeSource[] = attached.map((row) => ({
    url: episodeVideoUrl(row.address) ?? row.address,
    isFile: row.format === null ? looksLikeFile(row.address) : row.format === "file",
    kind: row.kind as SourceKind,
    language: row.language,
    label: row.label,
    intro: markOf(row.introStart, row.introEnd),
    outro: markOf(row.outroStart, row.outroEnd),
  }));
  const ownUrl = episodeVideoUrl(own?.source ?? null);
  if (ownUrl === null || sources.some(({ url }) => url === ownUrl)) return sources;
  return [
    ...sources,
    {
      url: ownUrl,
      isFile: looksLikeFile(own?.source ?? ""),
      kind: null,
      language: null,
      label: null,
      intro: null,
      outro: null,
    },
  ];
}

function markOf(
  start: number | null,
  end: number | null,
): { start: number; end: number | null } | null {
  if (start === null) return null;
  return { start, end: end === null || end === Infinity ? null : end } satisfies Record<
    keyof Stretch,
    number | null
  >;
}

/** Before a check has looked, the name has to tell. */
function looksLikeFile(address: string): boolean {
  return /\.(?:mp4|m4v|webm)$/i.test(address.split(/[?#]/, 1)[0] ?? "");
}
