import { importCatalog } from "~/features/import/import-catalog.server";
import { readNdjsonFile } from "~/features/import/ndjson-file.server";
import type { Database, Sql } from "~db/client.server";
import { dataPath } from "../data";

export interface CatalogTitle {
  mal_id: number;
  title: string;
  title_english: string | null;
  title_japanese: string | null;
  title_synonyms: string[];
  mature: boolean;
  popularity: number;
}

/** Returns the number of titles and the seconds it took. */
export async function importFullCatalog(
  db: Database,
): Promise<{ titles: number; seconds: number }> {
  const start = performance.now();
  const { added } = await importCatalog(db, readNdjsonFile(dataPath("catalog.ndjson.gz")));
  return { titles: added, seconds: (performance.now() - start) / 1_000 };
}

export function readTitles(sql: Sql): Promise<CatalogTitle[]> {
  return sql<CatalogTitle[]>`
    SELECT mal_id, title, title_english, title_japanese, title_synonyms, mature, popularity FROM animes ORDER BY mal_id`;
}
