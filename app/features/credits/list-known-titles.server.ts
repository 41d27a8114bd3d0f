import { sql } from "drizzle-orm";
import type { TitleNames } from "~/features/catalog/title-language";
import { isVisibleEntry, type Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";

interface Row extends TitleNames, Record<string, unknown> {
  person_id: number;
}

/** The most popular titles that each of these people had a part in, by the person's id. */
export async function listKnownTitles(
  db: Database,
  personIds: readonly number[],
  { limit, ...viewer }: Viewer & { limit: number },
): Promise<ReadonlyMap<number, TitleNames[]>> {
  if (personIds.length === 0) return new Map();
  const rows = await db.execute<Row>(sql`
    SELECT p.id AS person_id, a.title, a.title_english, a.title_japanese
    FROM unnest(${sql.param(personIds)}::int4[]) AS p (id)
    CROSS JOIN LATERAL (
      SELECT e.mal_id, row_number() OVER (ORDER BY e.popularity NULLS LAST, e.mal_id) AS place
      FROM listing_entries e
      WHERE e.mal_id IN (
          SELECT anime_mal_id FROM voice_roles WHERE person_id = p.id
          UNION SELECT anime_mal_id FROM anime_staff WHERE person_id = p.id
        ) AND ${isVisibleEntry(sql`e`, viewer)}
      ORDER BY place LIMIT ${limit}
    ) t
    JOIN animes a ON a.mal_id = t.mal_id
    ORDER BY p.id, t.place`);
  const titles = new Map<number, TitleNames[]>();
  for (const { person_id, ...names } of rows) {
    const known = titles.get(person_id);
    if (known === undefined) titles.set(person_id, [names]);
    else known.push(names);
  }
  return titles;
}
