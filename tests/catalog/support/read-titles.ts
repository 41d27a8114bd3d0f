import type { Sql } from "~db/client.server";

export interface CatalogTitle {
  mal_id: number;
  title: string;
  title_english: string | null;
  title_japanese: string | null;
  title_synonyms: string[];
  mature: boolean;
  popularity: number;
}

export function readTitles(sql: Sql): Promise<CatalogTitle[]> {
  return sql<CatalogTitle[]>`
    SELECT mal_id, title, title_english, title_japanese, title_synonyms, mature, popularity FROM animes ORDER BY mal_id`;
}
