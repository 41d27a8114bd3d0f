import { inArray, and, eq } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { animes } from "~db/schema";
import type { TitleNames } from "./title-language";

/** A title's number, its names, its year and its type. */
export interface TitleLine extends TitleNames {
  mal_id: number;
  year: number | null;
  type: string | null;
}

/** The titles of some numbers, in the order of the numbers; unknown ones, and mature ones under parental control, are left out. */
export async function listTitles(
  db: Database,
  ids: readonly number[],
  parentalControl: boolean,
): Promise<TitleLine[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .select({
      mal_id: animes.malId,
      title: animes.title,
      title_english: animes.titleEnglish,
      title_japanese: animes.titleJapanese,
      year: animes.year,
      type: animes.type,
    })
    .from(animes)
    .where(
      and(inArray(animes.malId, [...ids]), parentalControl ? eq(animes.mature, false) : undefined),
    );
  const byId = new Map(rows.map((row) => [row.mal_id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
