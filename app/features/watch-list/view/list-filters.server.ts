import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import type { NameCount } from "~/features/catalog/anime";
import type { ScoreScale } from "~/features/catalog/score-scale";
import type { Viewer } from "~/features/catalog/visibility.server";
import { DEFAULT_QUERY } from "~/features/listing/listing-query";
import { appliedFilters, type NameFormatter } from "~/features/listing/view/applied-filters.server";
import type { I18n } from "~/i18n/i18n";
import { formatScoreRange } from "./format-entry";
import {
  FRANCHISE_OF_ENTRY,
  LIST_SOURCE,
  narrowingConditions,
  tabCondition,
} from "./list-conditions.server";
import type { ListView } from "./list-view";

export interface ListFilter {
  label: string;
  without: ListView;
}

/** The search, then the tags and the own score, then Browse's filters. */
export function listFilters(
  view: ListView,
  { formatName, scale, i18n }: { formatName: NameFormatter; scale: ScoreScale; i18n: I18n },
): ListFilter[] {
  const query = { ...DEFAULT_QUERY, ...view.filters };
  return [
    ...(view.search === ""
      ? []
      : [
          {
            label: i18n.t("list.searchFilter", { search: view.search }),
            without: { ...view, search: "", page: 1 },
          },
        ]),
    ...view.tags.map((tag) => ({
      label: i18n.t("list.tagFilter", { tag }),
      without: { ...view, tags: view.tags.filter((other) => other !== tag), page: 1 },
    })),
    ...(view.ownScore === null
      ? []
      : [
          {
            label: i18n.t("list.ownScoreFilter", {
              score: formatScoreRange(i18n, view.ownScore, scale),
            }),
            without: { ...view, ownScore: null, page: 1 },
          },
        ]),
    ...appliedFilters(query, formatName, i18n).map(({ label, without }) => {
      const { order: _, parentalControl: __, page: ___, perPage: ____, ...filters } = without;
      return { label, without: { ...view, filters, page: 1 } };
    }),
  ];
}

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
      SELECT w.tags, a.genres, a.studios, a.type, a.status ${LIST_SOURCE}
      JOIN animes a ON a.mal_id = w.anime_mal_id
      WHERE ${tabCondition(userId, view.tab, viewer)}
    )
    ${sql.join(parts, sql` UNION ALL `)}
    ORDER BY count DESC, name`);
  const facets: ListFacets = { tags: [], genres: [], studios: [], types: [], statuses: [] };
  for (const { kind, name, count } of rows) if (name !== null) facets[kind].push({ name, count });
  return facets;
}
