import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import type { NameCount } from "~/features/catalog/anime";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";

type NameColumn = "genres" | "studios";

/** Lists genres, those of most titles first. */
export function listGenres(db: Database, parentalControl: boolean): Promise<NameCount[]> {
  return countNames(db, "genres", parentalControl);
}

export function listStudios(db: Database, parentalControl: boolean): Promise<NameCount[]> {
  return countNames(db, "studios", parentalControl);
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
  parentalControl: boolean,
): Promise<NameCount[]> {
  const names = sql.raw(`a.${column}`);
  const rows = await db.execute<{ name: string; count: number }>(sql`
    SELECT name, count(*)::int4 AS count FROM animes a, unnest(${names}) AS name
    WHERE ${isVisible(sql`a`, { parentalControl })}
    GROUP BY name ORDER BY count DESC, name COLLATE "und-x-icu", name`);
  return rows.map(({ name, count }) => ({ name, count }));
}
