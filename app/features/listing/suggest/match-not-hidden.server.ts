import type { ParentalControl } from "~/features/catalog/parental-control";
import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import { matchTitles, type TitleMatch } from "~/features/search/search-titles.server";
import type { Sql } from "~db/client.server";

interface MatchOptions {
  parentalControl: ParentalControl;
  hidden: HiddenTitles | null;
  limit: number;
}

/** Matches that are read first, since more of the best are seldom hidden. */
const FIRST_MATCHES = 500;

/** The best `limit` matches that are not hidden. */
export async function matchNotHidden(
  sql: Sql,
  text: string,
  { parentalControl, hidden, limit }: MatchOptions,
): Promise<TitleMatch[]> {
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
