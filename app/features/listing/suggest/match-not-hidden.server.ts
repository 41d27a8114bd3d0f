import { sql as fragment } from "drizzle-orm";
import { isVisibleEntry, type Viewer } from "~/features/catalog/visibility.server";
import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import type { CatalogDatabase } from "~/features/listing/listing-source.server";
import {
  candidatesQuery,
  matchTitles,
  type TitleMatch,
} from "~/features/search/search-titles.server";

interface MatchOptions extends Viewer {
  hidden: HiddenTitles | null;
  limit: number;
}

/** Matches that are read first, since more of the best are seldom hidden. */
const FIRST_MATCHES = 500;

/** The best `limit` matches that the viewer may see and that are not hidden. */
export async function matchNotHidden(
  catalog: CatalogDatabase,
  text: string,
  options: MatchOptions,
): Promise<TitleMatch[]> {
  const { sql } = catalog;
  const { parentalControl, hidden, limit } = options;
  if (typeof parentalControl !== "boolean") return matchWithinLimit(catalog, text, options);
  if (hidden === null) return matchTitles(sql, text, { parentalControl, limit });
  const match = async (most: number) => {
    const matches = await matchTitles(sql, text, { parentalControl, limit: most });
    const shown = matches.filter(({ malId }) => !hidden.ids.has(malId)).slice(0, limit);
    return { shown, areAll: matches.length < most };
  };
  const first = await match(FIRST_MATCHES);
  if (first.areAll || first.shown.length === limit) return first.shown;
  // At worst, all that are hidden match better.
  return (await match(hidden.ids.size + limit)).shown;
}

/** Reads all matches, as the search cannot apply an age limit before it cuts the best ones. */
async function matchWithinLimit(
  { db, sql }: CatalogDatabase,
  text: string,
  { parentalControl, hidden, limit }: MatchOptions,
): Promise<TitleMatch[]> {
  const matches = await matchTitles(sql, text, { parentalControl });
  const found = matches.filter(({ malId }) => hidden?.ids.has(malId) !== true);
  return db.execute<TitleMatch & Record<string, unknown>>(fragment`
    WITH candidate (mal_id, rank) AS (${candidatesQuery(found)})
    SELECT e.mal_id AS "malId", candidate.rank FROM candidate JOIN listing_entries e USING (mal_id)
    WHERE ${isVisibleEntry(fragment`e`, { parentalControl })}
    ORDER BY candidate.rank LIMIT ${limit}`);
}
