import { sql } from "drizzle-orm";
import type { AnimeSuggestion } from "~/features/catalog/anime";
import type { CatalogDatabase } from "~/features/listing/listing-source.server";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import type { HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import { candidatesQuery } from "~/features/search/search-titles.server";
import { prepared } from "~db/prepared";
import { matchNotHidden } from "./match-not-hidden.server";

const MAX_SUGGESTIONS = 10;

interface SuggestOptions extends Viewer {
  text: string;
  hidden?: HiddenTitles | null;
}

export async function suggestAnime(
  catalog: CatalogDatabase,
  { text, parentalControl, hidden = null }: SuggestOptions,
): Promise<AnimeSuggestion[]> {
  const matches = await matchNotHidden(catalog, text, {
    parentalControl,
    hidden,
    limit: MAX_SUGGESTIONS,
  });
  if (matches.length === 0) return [];
  return catalog.db.execute<AnimeSuggestion & Record<string, unknown>>(
    prepared(sql`
      WITH candidate (mal_id, rank) AS (${candidatesQuery(matches)})
      SELECT a.mal_id, a.title, a.year, a.type, a.image_webp
      FROM candidate JOIN animes a USING (mal_id)
      WHERE ${isVisible(sql`a`, { parentalControl })}
      ORDER BY candidate.rank, a.mal_id`),
  );
}
