import { sql, type SQL, type SQLWrapper } from "drizzle-orm";
import type { Anime } from "./anime";

const DAY_MS = 86_400_000;

/**
 * Returns whether a title has yet to air, airs or has ended. A catalog may be older than what has
 * begun or ended since, so its word is weighed against its dates, which are midnights UTC: a title
 * airs from the day of its first broadcast until the end of the day of its last one. The API keeps
 * answering with the catalog's word. `airingStatus` is the same rule in SQL.
 */
export function airingStatusAt(
  { status, aired_from, aired_to }: Pick<Anime, "status" | "aired_from" | "aired_to">,
  now: Date,
): string | null {
  if (status !== "Not yet aired" && status !== "Currently Airing") return status;
  if (aired_to !== null && Date.parse(aired_to) <= now.getTime() - DAY_MS) return "Finished Airing";
  if (aired_from !== null && Date.parse(aired_from) <= now.getTime()) return "Currently Airing";
  return status;
}

/** SQL for `airingStatusAt` of a row of `animes`. */
export function airingStatus(row: SQLWrapper, now: SQLWrapper = sql`now()`): SQL {
  return sql`CASE
    WHEN (${row}.status IN ('Not yet aired', 'Currently Airing')) IS NOT TRUE THEN ${row}.status
    WHEN ${row}.aired_to <= ${now} - interval '24 hours' THEN 'Finished Airing'
    WHEN ${row}.aired_from <= ${now} THEN 'Currently Airing'
    ELSE ${row}.status END`;
}

/** SQL for whether a row of `animes` has begun to air, or its catalog does not know. */
export function hasBegun(row: SQLWrapper): SQL {
  return sql`(${airingStatus(row)}) IS DISTINCT FROM 'Not yet aired'`;
}
