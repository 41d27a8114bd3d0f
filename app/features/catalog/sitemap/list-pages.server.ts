import { and, gte, lt, sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { animes } from "~db/schema";
import { animePath, genrePath, studioPath } from "~/features/catalog/view/anime-path";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";

/** Ranges of ids, so titles never change their part. */
const IDS_PER_PART = 10_000;

export interface PagePath {
  path: string;
  changedAt: Date;
}

export interface TitlePart {
  part: number;
  changedAt: Date;
}

export async function listTitleParts(db: Database, viewer: Viewer): Promise<TitlePart[]> {
  const rows = await db.execute<{ part: number; changed_at: Date }>(sql`
    SELECT mal_id / ${IDS_PER_PART}::int AS part, max(changed_at) AS changed_at
    FROM animes WHERE ${isVisible(animes, viewer)} GROUP BY 1 ORDER BY 1`);
  return rows.map(({ part, changed_at }) => ({ part, changedAt: new Date(changed_at) }));
}

export async function listTitlePages(
  db: Database,
  viewer: Viewer,
  part: number,
): Promise<PagePath[]> {
  const rows = await db
    .select({ mal_id: animes.malId, title: animes.title, changedAt: animes.changedAt })
    .from(animes)
    .where(
      and(
        gte(animes.malId, part * IDS_PER_PART),
        lt(animes.malId, (part + 1) * IDS_PER_PART),
        isVisible(animes, viewer),
      ),
    )
    .orderBy(animes.malId);
  return rows.map(({ changedAt, ...anime }) => ({ path: animePath(anime), changedAt }));
}

export async function listNamePages(db: Database, viewer: Viewer): Promise<PagePath[]> {
  const rows = await db.execute<{ kind: "genre" | "studio"; name: string; changed_at: Date }>(sql`
    SELECT kind, name, max(changed_at) AS changed_at
    FROM animes, LATERAL (
      SELECT 'genre' AS kind, unnest(genres) AS name
      UNION ALL SELECT 'studio', unnest(studios)
    ) AS names
    WHERE ${isVisible(animes, viewer)} GROUP BY kind, name ORDER BY kind, name`);
  return rows.map(({ kind, name, changed_at }) => ({
    path: kind === "genre" ? genrePath(name) : studioPath(name),
    changedAt: new Date(changed_at),
  }));
}
