import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import type { ParentalControl } from "~/features/catalog/parental-control";
import type { NameCount } from "~/features/catalog/anime";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";

type NameColumn = "genres" | "studios";

/** Lists genres, those of most titles first. */
export function listGenres(db: Database, parentalControl: ParentalControl): Promise<NameCount[]> {
  return countNames(db, "genres", parentalControl);
}

export function listStudios(db: Database, parentalControl: ParentalControl): Promise<NameCount[]> {
  return countNames(db, "studios", parentalControl);
}

/** The filters of Browse whose names are typed, each with the names of a title `a`. */
const TYPED_NAMES = {
  themes: sql`SELECT DISTINCT unnest(a.themes)`,
  producers: sql`SELECT DISTINCT unnest(a.producers)`,
  sources: sql`SELECT a.source WHERE a.source IS NOT NULL`,
  // A spoiler tag would tell what happens in the titles that have it.
  tags: sql`SELECT DISTINCT tag->>'name' FROM jsonb_array_elements(a.tags) AS tag
    WHERE NOT coalesce((tag->>'spoiler')::boolean, false)`,
} as const;
export type TypedFilter = keyof typeof TYPED_NAMES;

export function isTypedFilter(name: string): name is TypedFilter {
  return Object.hasOwn(TYPED_NAMES, name);
}

/** Lists the names of a filter, those of most titles first. */
export async function listTypedNames(
  db: Database,
  filter: TypedFilter,
  viewer: Viewer,
): Promise<NameCount[]> {
  const rows = await db.execute<{ name: string; count: number }>(sql`
    SELECT named.name, count(*)::int4 AS count
    FROM animes a CROSS JOIN LATERAL (${TYPED_NAMES[filter]}) AS named (name)
    WHERE ${isVisible(sql`a`, viewer)}
    GROUP BY named.name ORDER BY count DESC, named.name COLLATE "und-x-icu", named.name`);
  return rows.map(({ name, count }) => ({ name, count }));
}

/** Names of titles that the viewer may not see; other titles may have them too. */
export async function listHiddenNames(
  db: Database,
  column: NameColumn,
  viewer: Viewer,
): Promise<string[]> {
  const rows = await db.execute<{ name: string }>(sql`
    SELECT DISTINCT name FROM animes a, unnest(${sql.raw(`a.${column}`)}) AS name
    WHERE NOT (${isVisible(sql`a`, viewer)})`);
  return rows.map(({ name }) => name);
}

async function countNames(
  db: Database,
  column: NameColumn,
  parentalControl: ParentalControl,
): Promise<NameCount[]> {
  const names = sql.raw(`a.${column}`);
  const rows = await db.execute<{ name: string; count: number }>(sql`
    SELECT name, count(*)::int4 AS count FROM animes a, unnest(${names}) AS name
    WHERE ${isVisible(sql`a`, { parentalControl })}
    GROUP BY name ORDER BY count DESC, name COLLATE "und-x-icu", name`);
  return rows.map(({ name, count }) => ({ name, count }));
}
