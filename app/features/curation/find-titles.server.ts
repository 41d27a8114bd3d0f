import { asc, desc, eq, or, sql, type SQL } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { animes, mergedTitles } from "~db/schema";
import { HAND_HASH_PREFIX } from "~/features/import/content-origin";

export interface ListedTitle {
  id: number;
  title: string;
  type: string | null;
  year: number | null;
  withdrawn: boolean;
}

const MAX_LISTED = 100;
const MAX_FOUND = 30;
export const MAX_TITLE_QUERY_LENGTH = 200;

/** Titles whose id or whose name contains the text, withdrawn ones too; the most popular first. */
export async function findTitles(db: Database, query: string): Promise<ListedTitle[]> {
  const text = query.trim();
  if (text === "") return [];
  const pattern = `%${text.replace(/[\\%_]/g, "\\$&")}%`;
  const matches = or(
    ...(/^[1-9]\d{0,8}$/.test(text) ? [eq(animes.malId, Number(text))] : []),
    sql`concat_ws(E'\n', ${animes.title}, ${animes.titleEnglish}, ${animes.titleJapanese}, array_to_string(${animes.titleSynonyms}, E'\n')) ILIKE ${pattern}`,
  );
  return select(db, matches)
    .orderBy(
      sql`(${animes.malId}::text = ${text}) DESC`,
      sql`${animes.members} DESC NULLS LAST`,
      asc(animes.malId),
    )
    .limit(MAX_FOUND);
}

/** Lists titles that are withdrawn; those changed last come first. */
export async function listWithdrawnTitles(db: Database): Promise<ListedTitle[]> {
  return select(db, sql`${animes.withdrawn}`)
    .orderBy(desc(animes.changedAt))
    .limit(MAX_LISTED);
}

/** Titles that operators have added, the newest first. */
export async function listOwnTitles(db: Database): Promise<ListedTitle[]> {
  return select(db, sql`starts_with(${animes.contentHash}, ${HAND_HASH_PREFIX})`)
    .orderBy(desc(animes.malId))
    .limit(MAX_LISTED);
}

export interface MergedTitle {
  id: number;
  title: string;
  into: { id: number; title: string };
}

/** Lists merged titles; those merged last come first. */
export async function listMergedTitles(db: Database): Promise<MergedTitle[]> {
  return db
    .select({
      id: mergedTitles.malId,
      title: mergedTitles.title,
      into: { id: animes.malId, title: animes.title },
    })
    .from(mergedTitles)
    .innerJoin(animes, eq(animes.malId, mergedTitles.intoMalId))
    .orderBy(desc(mergedTitles.mergedAt))
    .limit(MAX_LISTED);
}

function select(db: Database, where: SQL | undefined) {
  return db
    .select({
      id: animes.malId,
      title: animes.title,
      type: animes.type,
      year: animes.year,
      withdrawn: animes.withdrawn,
    })
    .from(animes)
    .where(where);
}
