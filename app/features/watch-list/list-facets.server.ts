import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { airingStatus } from "~/features/catalog/airing-status.server";
import type { NameCount } from "~/features/catalog/anime";
import type { Viewer } from "~/features/catalog/visibility.server";
import {
  FRANCHISE_OF_ENTRY,
  LIST_SOURCE,
  narrowingConditions,
  tabCondition,
} from "./list-conditions.server";
import type { ListView } from "~/features/watch-list/view/list-view";

/**
 * Titles per view, or franchises where it is collapsed, in one statement; `found` as in
 * `narrowingConditions`.
 */
export async function countViews(
  db: Database,
  userId: string,
  views: readonly ListView[],
  { found, ...viewer }: Viewer & { found: readonly number[] | null },
): Promise<number[]> {
  const [first] = views;
  if (first === undefined) return [];
  const counts = views.map((view, index) => {
    const conditions = narrowingConditions(view, view.search === "" ? null : found);
    const all = sql.join([sql`true`, ...conditions], sql` AND `);
    const counted = view.filters.collapsed ? sql`DISTINCT ${FRANCHISE_OF_ENTRY}` : sql`*`;
    return sql`count(${counted}) FILTER (WHERE ${all})::int4 AS ${sql.raw(`"${index}"`)}`;
  });
  const [row] = await db.execute<Record<string, number>>(sql`
    SELECT ${sql.join(counts, sql`, `)} ${LIST_SOURCE}
    WHERE ${tabCondition(userId, first.tab, viewer)}`);
  return views.map((_, index) => row?.[String(index)] ?? 0);
}

export interface ListFacets {
  tags: NameCount[];
  genres: NameCount[];
  studios: NameCount[];
  types: NameCount[];
  statuses: NameCount[];
}

const FACETS = {
  tags: sql`unnest(tags)`,
  genres: sql`unnest(genres)`,
  studios: sql`unnest(studios)`,
  types: sql`type`,
  statuses: sql`status`,
} as const satisfies Record<keyof ListFacets, unknown>;

export async function listFacets(
  db: Database,
  userId: string,
  view: ListView,
  viewer: Viewer,
): Promise<ListFacets> {
  const parts = Object.entries(FACETS).map(
    ([kind, names]) =>
      sql`SELECT ${kind}::text AS kind, ${names} AS name, count(*)::int4 AS count FROM mine GROUP BY 2`,
  );
  const rows = await db.execute<{ kind: keyof ListFacets; name: string | null; count: number }>(sql`
    WITH mine AS MATERIALIZED (
      SELECT w.tags, a.genres, a.studios, a.type,
        ${airingStatus(sql`a`)} AS status ${LIST_SOURCE}
      JOIN animes a ON a.mal_id = w.anime_mal_id
      WHERE ${tabCondition(userId, view.tab, viewer)}
    )
    ${sql.join(parts, sql` UNION ALL `)}
    ORDER BY count DESC, name`);
  const facets: ListFacets = { tags: [], genres: [], studios: [], types: [], statuses: [] };
  for (const { kind, name, count } of rows) if (name !== null) facets[kind].push({ name, count });
  return facets;
}
