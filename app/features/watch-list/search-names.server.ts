import { sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { isVisibleId, type Viewer } from "~/features/catalog/visibility.server";
import { normaliseTitle } from "~/features/search/text/normalise-title";
import { QUALIFIERS } from "~/features/search/title-index/build-title-index";

interface Names {
  /** In lower case, one per line. */
  written: string;
  /** The search index folds them; nicknames included. */
  folded: string;
}

/** The names of each title on a list, as the search index has them. */
export type SearchNames = ReadonlyMap<number, Names>;

/** What is folded to less is in the names of too many others: `2nd` becomes `2`. */
const MIN_FOLDED_LENGTH = 3;

/** Lines that are no names, and the kind before each name. */
const KINDS = new RegExp(`^(?:${QUALIFIERS}:.*|\\d:)`, "gm");

/** Reads every name of the list, so its result is kept for a version of the list. */
export async function listSearchNames(
  db: Database,
  userId: string,
  viewer: Viewer,
): Promise<SearchNames> {
  const rows = await db.execute<{ mal_id: number; names: string; written: string | null }>(sql`
    SELECT t.mal_id, array_to_string(t.names, E'\\n') AS names, (
      SELECT string_agg(DISTINCT k.raw, E'\\n') FROM anime_title_keys k WHERE k.mal_id = t.mal_id
    ) AS written
    FROM watch_list_entries w JOIN anime_title_words t ON t.mal_id = w.anime_mal_id
    WHERE w.user_id = ${userId}::uuid AND ${isVisibleId(sql`w.anime_mal_id`, viewer)}`);
  return new Map(
    [...rows].map(({ mal_id, names, written }) => [
      mal_id,
      { written: written ?? "", folded: names.replace(KINDS, "") },
    ]),
  );
}

/** Finds the titles of which a name contains the search, in any spelling. */
export function searchNames(names: SearchNames, search: string): number[] {
  const { raw, tokens } = normaliseTitle(search);
  const words = tokens.join(" ");
  const isFolded = [...words].length >= MIN_FOLDED_LENGTH;
  return [...names]
    .filter(
      ([, { written, folded }]) => written.includes(raw) || (isFolded && folded.includes(words)),
    )
    .map(([malId]) => malId);
}
