import { and, sql } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";
import { animes } from "~db/schema";
import type { TitleNames } from "./title-language";
import { isVisible, type Viewer } from "./visibility.server";

export interface TitleSummary extends TitleNames {
  mal_id: number;
  title_synonyms: string[];
  year: number | null;
  type: string | null;
}

/** Lists titles in the order of `ids`. Omits unknown and hidden ones. */
export async function listTitles(
  db: Database,
  ids: readonly number[],
  viewer: Viewer,
): Promise<TitleSummary[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      mal_id: animes.malId,
      title: animes.title,
      title_english: animes.titleEnglish,
      title_japanese: animes.titleJapanese,
      title_synonyms: animes.titleSynonyms,
      year: animes.year,
      type: animes.type,
    })
    .from(animes)
    .where(
      prepared(
        and(sql`${animes.malId} = ANY(${sql.param(ids)}::int4[])`, isVisible(animes, viewer)),
      ),
    );
  const byId = new Map(rows.map((row) => [row.mal_id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
