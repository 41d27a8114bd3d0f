import { airingStatus } from "~/features/catalog/airing-status.server";
import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { toSequence } from "~/features/franchise/franchise-relations";
import { isOptional, type FranchiseRole } from "~/features/franchise/franchise-roles";
import type { Database } from "~db/client.server";
import { YEAR } from "./load-signals.server";
import { moodsOf } from "./mood";
import { createTasteCatalogBuilder, staffTerm, type TasteCatalog } from "./taste-catalog";

/** Titles per statement; each slice takes a few milliseconds. */
const TITLES_PER_SLICE = 1_500;
/** Roles of the staff who shape a title most. */
const ROLES = ["Director", "Original Creator", "Series Composition", "Character Design", "Music"];
/** Extras rather than titles of their own. */
const MINOR_TYPES = new Set(["Music", "PV", "CM"]);

interface Row extends Record<string, unknown> {
  mal_id: number;
  term_keys: string;
  popularity: number | null;
  score: number | null;
  mature: boolean;
  rating_code: string | null;
  year: number | null;
  episodes: number | null;
  minutes: number | null;
  status: string | null;
  type: string | null;
  franchise_id: number | null;
  role: FranchiseRole | null;
  staff: number[] | null;
}

interface RelationRow extends Record<string, unknown> {
  from: number;
  to: number;
  relation: string;
}

/** All titles that the site lists, of every viewer: readers leave out what a viewer may not see. */
export async function loadTasteCatalog(db: Database): Promise<TasteCatalog> {
  const prequels = await loadPrequels(db);
  const builder = createTasteCatalogBuilder();
  for (let after = 0; ;) {
    const rows = await db.execute<Row>(sql`
      SELECT e.mal_id, array_to_string(e.term_keys, E'\n') AS term_keys, e.popularity, e.score,
        e.mature, e.rating_code, e.episodes, e.duration_minutes AS minutes, ${airingStatus(sql`a`)} AS status, e.type, ${YEAR} AS year,
        f.franchise_id, f.role, (
          SELECT array_agg(s.person_id) FROM anime_staff s
          WHERE s.anime_mal_id = e.mal_id AND s.roles && ${sql.param(ROLES)}::text[]) AS staff
      FROM listing_entries e JOIN animes a USING (mal_id)
        LEFT JOIN franchise_members f USING (mal_id)
      WHERE e.mal_id > ${after}::int4 ORDER BY e.mal_id LIMIT ${TITLES_PER_SLICE}`);
    for (const row of rows) {
      const termKeys = row.term_keys === "" ? [] : row.term_keys.split("\n");
      builder.add({
        malId: row.mal_id,
        termKeys: [...termKeys, ...derivedTerms(row)],
        popularity: row.popularity,
        score: row.score,
        mature: row.mature,
        ratingCode: row.rating_code,
        hasAired: row.status !== "Not yet aired",
        franchise: row.franchise_id,
        isMinor: MINOR_TYPES.has(row.type ?? "") || (row.role !== null && isOptional(row.role)),
        prequels: prequels.get(row.mal_id) ?? [],
        moods: moodsOf({ ...row, termKeys }),
      });
    }
    const last = rows.at(-1);
    if (last === undefined || rows.length < TITLES_PER_SLICE) return builder.finish();
    after = last.mal_id;
    await nextTurn();
  }
}

function derivedTerms({ year, status, type, staff }: Row): string[] {
  return [
    ...(staff ?? []).map(staffTerm),
    ...(year === null ? [] : [`era:${Math.floor(year / 5) * 5}`]),
    ...(status === "Currently Airing" ? ["season:airing"] : []),
    ...(type === null ? [] : [`type:${type}`]),
  ];
}

async function loadPrequels(db: Database): Promise<Map<number, number[]>> {
  const rows = await db.execute<RelationRow>(
    sql`SELECT mal_id AS "from", related_mal_id AS "to", relation FROM anime_relations`,
  );
  const prequels = new Map<number, number[]>();
  for (const row of rows) {
    const sequence = toSequence(row);
    if (sequence === null) continue;
    const { before, after } = sequence;
    const existing = prequels.get(after);
    if (existing === undefined) prequels.set(after, [before]);
    else if (!existing.includes(before)) existing.push(before);
  }
  return prequels;
}

export interface TasteCatalogCache {
  get(db: Database): Promise<TasteCatalog>;
}

/** Loads the catalog again when it has changed, and every day, as titles begin and end. */
export function createTasteCatalogCache(): TasteCatalogCache {
  let cached: { version: string; catalog: Promise<TasteCatalog> } | null = null;
  return {
    async get(db) {
      const [row] = await db.execute<{ version: string }>(
        sql`SELECT version FROM catalog_state WHERE id = 1`,
      );
      const version = `${row?.version ?? 0}/${new Date().toISOString().slice(0, 10)}`;
      if (cached?.version !== version) {
        const loading = { version, catalog: loadTasteCatalog(db) };
        cached = loading;
        loading.catalog.catch(() => {
          if (cached === loading) cached = null;
        });
      }
      return cached.catalog;
    },
  };
}
