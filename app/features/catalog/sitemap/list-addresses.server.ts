import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { animePath, genrePath, studioPath } from "~/features/catalog/view/anime-path";

/** Titles of one part: those whose number, divided by this, gives the part's. A part never gets longer, and a title never moves to another. */
const IDS_PER_PART = 10_000;

/** A page of the catalog: its path, and when what it shows was last imported. */
export interface PagePath {
  path: string;
  changedAt: Date;
}

/** A part of the sitemap that holds titles, from 0. */
export interface TitlePart {
  part: number;
  changedAt: Date;
}

/** The parts that hold titles which everybody may see, with the last change of each. */
export async function listTitleParts(db: Database): Promise<TitlePart[]> {
  const rows = await db.execute<{ part: number; changed_at: Date }>(sql`
    select mal_id / ${IDS_PER_PART}::int as part, max(changed_at) as changed_at from animes where not mature group by 1 order by 1`);
  return rows.map(({ part, changed_at }) => ({ part, changedAt: new Date(changed_at) }));
}

/** The pages of one part's titles, mature ones left out. */
export async function listTitlePages(db: Database, part: number): Promise<PagePath[]> {
  const rows = await db.execute<{ mal_id: number; title: string; changed_at: Date }>(sql`
    select mal_id, title, changed_at from animes
    where mal_id >= ${part * IDS_PER_PART}::bigint and mal_id < ${(part + 1) * IDS_PER_PART}::bigint and not mature order by mal_id`);
  return rows.map((row) => ({ path: animePath(row), changedAt: new Date(row.changed_at) }));
}

/** The pages of all genres and studios that carry a title which everybody may see. */
export async function listNamePages(db: Database): Promise<PagePath[]> {
  const rows = await db.execute<{ kind: "genre" | "studio"; name: string; changed_at: Date }>(sql`
    select kind, name, max(changed_at) as changed_at
    from animes, lateral (select 'genre' as kind, unnest(genres) as name union all select 'studio', unnest(studios)) as names
    where not mature group by kind, name order by kind, name`);
  return rows.map(({ kind, name, changed_at }) => ({
    path: kind === "genre" ? genrePath(name) : studioPath(name),
    changedAt: new Date(changed_at),
  }));
}
