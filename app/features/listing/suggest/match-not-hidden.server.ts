import type { Viewer } from "~/features/catalog/visibility.server";
import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import type { CatalogDatabase } from "~/features/listing/listing-source.server";
import { matchTitles, type TitleMatch } from "~/features/search/search-titles.server";

interface MatchOptions extends Viewer {
  hidden: HiddenTitles | null;
  limit: number;
}

/** Matches that are read first, since more of the best are seldom hidden. */
const FIRST_MATCHES = 500;

/** The best `limit` matches that the viewer may see and that are not hidden. */
export async function matchNotHidden(
  { sql }: CatalogDatabase,
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
