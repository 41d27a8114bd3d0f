import { sql } from "drizzle-orm";
import type { TitleLanguage } from "~/features/catalog/title-language";
import { isVisible, type Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";

/** A title of which an episode has a source. */
export interface LibraryTitle {
  id: number;
  /** The franchise; null outside of any. */
  franchise: number | null;
  popularity: number | null;
}

/** Shows titles in the language that pages do, as far as they have a name in it. */
const NAMES = {
  romaji: sql`a.title`,
  english: sql`coalesce(a.title_english, a.title)`,
  native: sql`coalesce(a.title_japanese, a.title)`,
};

/** All that a viewer may see of the library, by title. */
export async function listLibraryTitles(
  db: Database,
  { language, ...viewer }: Viewer & { language: TitleLanguage },
): Promise<LibraryTitle[]> {
  const rows = await db.execute<{
    id: number;
    franchise: number | null;
    popularity: number | null;
  }>(
    prepared(sql`
      SELECT a.mal_id AS id, m.franchise_id AS franchise, a.popularity
      FROM listing_entries e JOIN animes a USING (mal_id)
      LEFT JOIN franchise_members m ON m.mal_id = a.mal_id
      WHERE e.plays_here AND ${isVisible(sql`a`, viewer)}
      ORDER BY ${NAMES[language]} COLLATE "und-x-icu", a.mal_id`),
  );
  return [...rows];
}
