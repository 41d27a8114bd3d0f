import { sql, type SQL } from "drizzle-orm";
import { Forbidden, NotFound } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { BEST_KNOWN } from "~/features/catalog/listing/bitmaps/build-bitmaps";
import type { Anime } from "~/features/catalog/anime";
import { animeJson } from "~/features/catalog/anime-json.server";
import {
  onePerFranchise,
  rankSimilar,
  telltaleTerms,
  type Similarity,
  type TermCounts,
  type Traits,
} from "./similarity";

/** Terms by which others are looked for; with the titles of each (`BEST_KNOWN`) it bounds the work. */
const MOST_TERMS = 16;
/** Among this many of the best, one of each franchise is chosen. */
const RANKED_FOR_CHOICE = 150;
/** Steps from title to related title that still count as one franchise, and the most titles of it that are looked up. */
const FRANCHISE_STEPS = 4;
const LARGEST_FRANCHISE = 400;
/** Relations between works that only share a guest or a wink. */
const LOOSE_RELATIONS = sql.raw("('CHARACTER', 'OTHER')");

const TERM_PATTERNS = sql.raw("'{genre:%,theme:%,studio:%,source:%}'");

/** A title that is like another, whole, with the measure and its reasons. */
export interface SimilarTitle extends Similarity {
  anime: Anime;
}

interface Asked {
  id: number;
  parentalControl: boolean;
  /** At most this many. */
  limit: number;
  /** Made once for a state of the catalog; see `countTerms`. */
  terms: TermNotes;
}

/** What is known of the terms of a catalog. */
export interface TermNotes extends TermCounts {
  /** Whether the listing's bitmaps know the counts, and with them the best known titles of each term. */
  areNoted: boolean;
}

type TraitsRow = {
  mal_id: number;
  title: string;
  term_keys: string;
  year: number | null;
  rating_code: string | null;
  popularity: number | null;
  mature: boolean;
};

/** How many titles carry each genre, theme, studio and source. Keep the result until the catalog changes. */
export async function countTerms(db: Database): Promise<TermNotes> {
  // The listing's bitmaps have counted them, unless the catalog is being changed at the moment.
  const noted = await db.execute<{ term: string; titles: number }>(sql`
    SELECT key AS term, titles FROM listing_bitmaps
    WHERE (key = 'all' OR key LIKE ANY (${TERM_PATTERNS})) AND (SELECT bits IS NOT NULL FROM listing_bitmaps WHERE key = 'all')`);
  if (noted.length > 0) {
    const counts = new Map(noted.map(({ term, titles }) => [term, titles]));
    return { titles: counts.get("all") ?? 0, counts, areNoted: true };
  }
  const [total] = await db.execute<{ titles: string }>(
    sql`SELECT count(*) AS titles FROM listing_entries`,
  );
  const rows = await db.execute<{ term: string; titles: string }>(sql`
    SELECT term, count(*) AS titles FROM listing_entries, unnest(term_keys) AS term
    WHERE term LIKE ANY (${TERM_PATTERNS}) GROUP BY term`);
  return {
    titles: Number(total?.titles ?? 0),
    counts: new Map(rows.map(({ term, titles }) => [term, Number(titles)])),
    areNoted: false,
  };
}

/**
 * The titles most like one, best first, one of each franchise and none of its own. Throws `NotFound`, or `Forbidden` when parental control
 * hides the title itself; hidden titles are never among the answers.
 */
export async function findSimilar(
  db: Database,
  { id, parentalControl, limit, terms }: Asked,
): Promise<SimilarTitle[]> {
  const [row] = await db.execute<TraitsRow>(
    sql`SELECT ${TRAITS} FROM listing_entries e WHERE e.mal_id = ${id}::int4`,
  );
  if (row === undefined) throw new NotFound("The catalog has no anime with this id.");
  if (row.mature && parentalControl) throw new Forbidden("Parental control hides this anime.");
  const subject = traitsOf(row);
  const candidates = await findCandidates(db, subject, { parentalControl, terms });
  const ranked = rankSimilar(subject, candidates, terms, RANKED_FOR_CHOICE + limit);
  const relatives = await closeRelatives(
    db,
    ranked.map(({ malId }) => malId),
  );
  return withAnime(db, onePerFranchise(subject, ranked, relatives, limit));
}

/** The terms come as one text: arrays are taken apart slowly, and there are hundreds of them. */
const TRAITS: SQL = sql.raw(
  "e.mal_id, e.title, array_to_string(e.term_keys, E'\\n') AS term_keys, e.year, e.rating_code, e.popularity, e.mature",
);

function traitsOf(row: TraitsRow): Traits {
  return {
    malId: row.mal_id,
    title: row.title,
    termKeys: row.term_keys.split("\n"),
    year: row.year,
    ratingCode: row.rating_code,
    popularity: row.popularity,
  };
}

/** The best known titles of each telltale term, without the subject's own franchise. */
async function findCandidates(
  db: Database,
  subject: Traits,
  { parentalControl, terms }: Pick<Asked, "parentalControl" | "terms">,
): Promise<Traits[]> {
  const keys = telltaleTerms(subject, terms).slice(0, MOST_TERMS);
  if (keys.length === 0) return [];
  const shown = parentalControl ? sql`AND NOT e.mature` : sql``;
  const rows = await db.execute<TraitsRow>(sql`
    WITH RECURSIVE franchise (mal_id, step) AS (
      SELECT ${subject.malId}::int4, 0
      UNION
      SELECT r.related_mal_id, f.step + 1 FROM franchise f JOIN anime_relations r USING (mal_id)
      WHERE f.step < ${FRANCHISE_STEPS}::int4 AND (f.step = 0 OR r.relation NOT IN ${LOOSE_RELATIONS})
    ),
    candidate (mal_id) AS (${
      terms.areNoted
        ? notedTitles(keys)
        : sql.join(
            keys.map((key) => bestKnown(key, shown)),
            sql` UNION `,
          )
    })
    SELECT ${TRAITS} FROM candidate JOIN listing_entries e USING (mal_id)
    WHERE e.mal_id NOT IN (SELECT mal_id FROM (SELECT mal_id FROM franchise LIMIT ${LARGEST_FRANCHISE}) AS own) ${shown}`);
  return rows.map(traitsOf);
}

/** As the listing's bitmaps noted them. */
function notedTitles(keys: readonly string[]): SQL {
  return sql`SELECT DISTINCT unnest(b.best_known) FROM listing_bitmaps b WHERE b.key = ANY (${sql.param(keys)}::text[]) AND b.value = 0`;
}

/** While the catalog is being changed. Each term is a branch of its own, so that the planner goes through the GIN index for a rare one and along the order of popularity for a common one. */
function bestKnown(key: string, shown: SQL): SQL {
  return sql`(
    SELECT e.mal_id FROM listing_entries e WHERE e.term_keys @> ${sql.param([key])}::text[] ${shown}
    ORDER BY e.popularity ASC NULLS LAST, e.mal_id LIMIT ${BEST_KNOWN}
  )`;
}

async function closeRelatives(
  db: Database,
  ids: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await db.execute<{ mal_id: number; relatives: number[] }>(sql`
    SELECT mal_id, array_agg(related_mal_id) AS relatives FROM anime_relations
    WHERE mal_id = ANY (${sql.param(ids)}::int4[]) AND relation NOT IN ${LOOSE_RELATIONS} GROUP BY mal_id`);
  return new Map(rows.map(({ mal_id, relatives }) => [mal_id, relatives]));
}

async function withAnime(db: Database, chosen: readonly Similarity[]): Promise<SimilarTitle[]> {
  const rows = await db.execute<{ mal_id: number; anime: string }>(sql`
    SELECT a.mal_id, ${animeJson} AS anime FROM animes a WHERE a.mal_id = ANY (${sql.param(chosen.map(({ malId }) => malId))}::int4[])`);
  // The database wrote this text from its own columns, so its shape is known.
  const animes = new Map(rows.map(({ mal_id, anime }) => [mal_id, JSON.parse(anime) as Anime]));
  return chosen.flatMap((similar) => {
    const anime = animes.get(similar.malId);
    return anime === undefined ? [] : [{ ...similar, anime }];
  });
}
