import { sql, type SQL } from "drizzle-orm";
import { ANIME_COLUMNS } from "./anime-schema.server";

const jsonColumns = ANIME_COLUMNS.map(({ name, sqlType }) =>
  sqlType.startsWith("timestamp") ? isoTimestamp(name) : `a.${name}`,
);

/** Independent of the session's time zone and date style. */
function isoTimestamp(column: string): string {
  return `to_char(a.${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS ${column}`;
}

/** Several times faster than rows and `JSON.stringify`. */
export const animeJson: SQL = sql.raw(
  `row_to_json((SELECT wire FROM (SELECT ${jsonColumns.join(", ")}) AS wire))::text`,
);
