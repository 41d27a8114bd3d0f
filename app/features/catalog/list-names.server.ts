import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import type { NameCount } from "./anime";

/** All genres with the number of their titles, the most frequent first. With parental control on, mature titles do not count. */
export function listGenres(db: Database, parentalControl: boolean): Promise<NameCount[]> {
  return countNames(db, "genres", parentalControl);
}

/** All studios with the number of their titles, the most frequent first. With parental control on, mature titles do not count. */
export function listStudios(db: Database, parentalControl: boolean): Promise<NameCount[]> {
  return countNames(db, "studios", parentalControl);
}

async function countNames(
  db: Database,
  column: "genres" | "studios",
  parentalControl: boolean,
): Promise<NameCount[]> {
  const names = sql.raw(`a.${column}`);
  const rows = await db.execute<{ name: string; count: number }>(sql`
    SELECT name, count(*)::int4 AS count FROM animes a, unnest(${names}) AS name
    WHERE NOT (a.mature AND ${parentalControl}::boolean)
    GROUP BY name ORDER BY count DESC, name COLLATE "und-x-icu", name`);
  return rows.map(({ name, count }) => ({ name, count }));
}
