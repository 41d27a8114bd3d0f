import { sql, type SQL } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { listingEntries } from "~db/schema";
import { MOST_POPULAR } from "~/features/listing/bitmaps/build-bitmaps.server";
import type { Anime } from "~/features/catalog/anime";
import { getAnimesById } from "~/features/catalog/get-animes-by-id.server";
import { isVisibleEntry, requireVisible, type Viewer } from "~/features/catalog/visibility.server";
import { isNotHidden, type HiddenTitles } from "~/features/listing/hidden/hidden-titles.server";
import {
  keepOnePerFranchise,
  rankSimilar,
  distinctiveTerms,
  type RankedTitle,
  type TermCounts,
  type Traits,
} from "./similarity";

/** The limit of terms bounds the candidates. */
const MAX_TERMS = 16;
const MAX_RANKED = 150;
/** Longest path of relations within a franchise. */
const MAX_FRANCHISE_STEPS = 4;
const MAX_FRANCHISE_SIZE = 400;
/** Relations that often mean merely a guest character. */
const LOOSE_RELATIONS = sql.raw("('CHARACTER', 'OTHER')");

const TERM_PATTERNS = sql.raw("'{genre:%,theme:%,studio:%,source:%}'");

export interface SimilarTitle extends RankedTitle {
  anime: Anime;
}

interface SimilarOptions extends Viewer {
  id: number;
  limit: number;
  /** What `countTerms` returned, cached per catalog version. */
  terms: TermStats;
  hidden: HiddenTitles | null;
}

export interface TermStats extends TermCounts {
  /** Whether the counts come from the bitmaps; otherwise rows were counted. */
  fromBitmaps: boolean;
}

type TraitsRow = {
  mal_id: number;
  title: string;
  term_keys: string;
  year: number | null;
  rating_code: string | null;
  popularity: number | null;
};

/** Counts titles per term. Cache the result until the catalog changes. */
export async function countTerms(db: Database): Promise<TermStats> {
  // Empty during a change.
  const bitmapRows = await db.execute<{ term: string; titles: number }>(sql`
    SELECT key AS term, titles FROM listing_bitmaps
    WHERE (key = 'all' OR key LIKE ANY (${TERM_PATTERNS})) AND (SELECT bits IS NOT NULL FROM listing_bitmaps WHERE key = 'all')`);
  if (bitmapRows.length > 0) {
    const counts = new Map(bitmapRows.map(({ term, titles }) => [term, titles]));
    return { titles: counts.get("all") ?? 0, counts, fromBitmaps: true };
  }
  const titles = await db.$count(listingEntries);
  const rows = await db.execute<{ term: string; titles: string }>(sql`
    SELECT term, count(*) AS titles FROM listing_entries, unnest(term_keys) AS term
    WHERE term LIKE ANY (${TERM_PATTERNS}) GROUP BY term`);
  return {
    titles,
    counts: new Map(rows.map(({ term, titles }) => [term, Number(titles)])),
    fromBitmaps: false,
  };
}

/** Finds similar titles, best first, one per franchise. Throws `NotFound` or `Forbidden`. */
export async function findSimilar(
  db: Database,
  { id, parentalControl, limit, terms, hidden }: SimilarOptions,
): Promise<SimilarTitle[]> {
  await requireVisible(db, id, { parentalControl });
  const [row] = await db.execute<TraitsRow>(
    sql`SELECT ${TRAITS} FROM listing_entries e WHERE e.mal_id = ${id}::int4`,
  );
  if (row === undefined) throw new NotFound("anime.notFound");
  const subject = toTraits(row);
  const candidates = await findCandidates(db, subject, { parentalControl, terms, hidden });
  const ranked = rankSimilar(subject, candidates, terms, MAX_RANKED + limit);
  const relatives = await listFranchise(
    db,
    ranked.map(({ malId }) => malId),
  );
  return withAnime(db, keepOnePerFranchise(subject, ranked, relatives, limit), { parentalControl });
}

/** The driver parses hundreds of arrays slowly. */
const TRAITS: SQL = sql.raw(
  "e.mal_id, e.title, array_to_string(e.term_keys, E'\\n') AS term_keys, e.year, e.rating_code, e.popularity",
);

function toTraits(row: TraitsRow): Traits {
  return {
    malId: row.mal_id,
    title: row.title,
    termKeys: row.term_keys.split("\n"),
    year: row.year,
    ratingCode: row.rating_code,
    popularity: row.popularity,
  };
}

async function findCandidates(
  db: Database,
  subject: Traits,
  { parentalControl, terms, hidden }: Pick<SimilarOptions, "parentalControl" | "terms" | "hidden">,
): Promise<Traits[]> {
  const keys = distinctiveTerms(subject, terms).slice(0, MAX_TERMS);
  if (keys.length === 0) return [];
  const isVisible = sql`AND ${isVisibleEntry(sql`e`, { parentalControl })}`;
  const shown =
    hidden === null ? isVisible : sql`${isVisible} AND ${isNotHidden(sql`e.mal_id`, hidden)}`;
  const rows = await db.execute<TraitsRow>(sql`
    WITH RECURSIVE franchise (mal_id, step) AS (
      SELECT ${subject.malId}::int4, 0
      UNION
      SELECT r.related_mal_id, f.step + 1 FROM franchise f JOIN anime_relations r USING (mal_id)
      WHERE f.step < ${MAX_FRANCHISE_STEPS}::int4 AND (f.step = 0 OR r.relation NOT IN ${LOOSE_RELATIONS})
    ),
    candidate (mal_id) AS (${
      terms.fromBitmaps
        ? popularIds(keys)
        : sql.join(
            keys.map((key) => topTitlesOfTerm(key, shown)),
            sql` UNION `,
          )
    })
    SELECT ${TRAITS} FROM candidate JOIN listing_entries e USING (mal_id)
    WHERE e.mal_id NOT IN (SELECT mal_id FROM (SELECT mal_id FROM franchise LIMIT ${MAX_FRANCHISE_SIZE}) AS own) ${shown}`);
  return rows.map(toTraits);
}

function popularIds(keys: readonly string[]): SQL {
  return sql`SELECT DISTINCT unnest(b.best_known) FROM listing_bitmaps b WHERE b.key = ANY (${sql.param(keys)}::text[]) AND b.value = 0`;
}

/**
 * Finds a term's most popular titles while the bitmaps are stale. One UNION branch per term lets
 * Postgres use the GIN index for rare terms and the order by popularity for common ones.
 */
function topTitlesOfTerm(key: string, shown: SQL): SQL {
  return sql`(
    SELECT e.mal_id FROM listing_entries e WHERE e.term_keys @> ${sql.param([key])}::text[] ${shown}
    ORDER BY e.popularity ASC NULLS LAST, e.mal_id LIMIT ${MOST_POPULAR}
  )`;
}

async function listFranchise(db: Database, ids: readonly number[]): Promise<Map<number, number[]>> {
  const rows = await db.execute<{ mal_id: number; relatives: number[] }>(sql`
    SELECT mal_id, array_agg(related_mal_id) AS relatives FROM anime_relations
    WHERE mal_id = ANY (${sql.param(ids)}::int4[]) AND relation NOT IN ${LOOSE_RELATIONS} GROUP BY mal_id`);
  return new Map(rows.map(({ mal_id, relatives }) => [mal_id, relatives]));
}

async function withAnime(
  db: Database,
  chosen: readonly RankedTitle[],
  viewer: Viewer,
): Promise<SimilarTitle[]> {
  const animes = await getAnimesById(
    db,
    chosen.map(({ malId }) => malId),
    viewer,
  );
  return chosen.flatMap((similar) => {
    const anime = animes.get(similar.malId);
    return anime === undefined ? [] : [{ ...similar, anime }];
  });
}
