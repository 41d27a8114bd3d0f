import { sql, type SQL } from "drizzle-orm";
import type { Anime } from "./anime";
import { ANIME_COLUMNS } from "./anime-schema.server";

/** Several times faster than rows and `JSON.stringify`. */
export const animeJson: SQL = jsonOf(ANIME_COLUMNS.map(({ name }) => name));

/** `animeJson` of some fields: all of a page's titles take Postgres milliseconds. */
export function jsonOf(fields: readonly (keyof Anime)[]): SQL {
  const columns = ANIME_COLUMNS.filter(({ name }) => fields.includes(name)).map(
    ({ name, sqlType }) => (sqlType.startsWith("timestamp") ? isoTimestamp(name) : `a.${name}`),
  );
  return sql.raw(`row_to_json((SELECT wire FROM (SELECT ${columns.join(", ")}) AS wire))::text`);
}

/** Formats a timestamp whatever the session's time zone and date style. */
function isoTimestamp(column: string): string {
  return `to_char(a.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ${column}`;
}
