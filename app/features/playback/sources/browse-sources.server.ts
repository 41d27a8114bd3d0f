import { and, asc, desc, eq, sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { animes, episodeSources } from "~db/schema";

export const SOURCE_STATUSES = ["ok", "dead", "unchecked"] as const;
export type SourceStatus = (typeof SOURCE_STATUSES)[number];

const PER_PAGE = 50;

export interface SourceSearch {
  status?: SourceStatus | undefined;
  anime?: number | undefined;
  /** The page's number; the first is 1. */
  page: number;
}

export interface SourceEntry {
  id: number;
  anime: number;
  title: string;
  episode: number;
  url: string;
  kind: string;
  language: string | null;
  label: string | null;
  status: SourceStatus;
  problem: string | null;
  checkedAt: Date | null;
  /** Whether a scan of a media folder attached it. */
  isScanned: boolean;
}

/** Lists dead sources first, then by title and episode. `counts` are of all sources. */
export async function browseSources(
  db: Database,
  { status, anime, page }: SourceSearch,
): Promise<{
  sources: SourceEntry[];
  total: number;
  lastPage: number;
  counts: Record<SourceStatus, number>;
}> {
  const conditions = and(
    status === undefined ? undefined : eq(episodeSources.status, status),
    anime === undefined ? undefined : eq(episodeSources.animeMalId, anime),
  );
  const [rows, total, counted] = await Promise.all([
    db
      .select({ source: episodeSources, title: animes.title })
      .from(episodeSources)
      .innerJoin(animes, eq(animes.malId, episodeSources.animeMalId))
      .where(conditions)
      .orderBy(
        desc(sql`${episodeSources.status} = 'dead'`),
        asc(episodeSources.animeMalId),
        asc(episodeSources.number),
        asc(episodeSources.position),
        asc(episodeSources.id),
      )
      .limit(PER_PAGE)
      .offset((page - 1) * PER_PAGE),
    db.$count(episodeSources, conditions),
    db
      .select({ status: episodeSources.status, number: sql<number>`count(*)::int` })
      .from(episodeSources)
      .groupBy(episodeSources.status),
  ]);
  const numberOf = (name: SourceStatus) => counted.find((row) => row.status === name)?.number ?? 0;
  return {
    sources: rows.map(({ source, title }) => ({
      id: source.id,
      anime: source.animeMalId,
      title,
      episode: source.number,
      url: source.url,
      kind: source.kind,
      language: source.language,
      label: source.label,
      status: SOURCE_STATUSES.find((name) => name === source.status) ?? "unchecked",
      problem: source.problem,
      checkedAt: source.checkedAt,
      isScanned: source.mediaFileId !== null,
    })),
    total,
    lastPage: Math.max(1, Math.ceil(total / PER_PAGE)),
    counts: { ok: numberOf("ok"), dead: numberOf("dead"), unchecked: numberOf("unchecked") },
  };
}
