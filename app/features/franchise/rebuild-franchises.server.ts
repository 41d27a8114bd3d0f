import { sql } from "drizzle-orm";
import type { Database, Transaction } from "~db/client.server";
import {
  incrementCatalogVersion,
  lockCatalogForWriting,
} from "~/features/catalog/catalog-version.server";
import { isVisible } from "~/features/catalog/visibility.server";
import type { TitleRelation } from "./franchise-relations";
import { franchiseRoles } from "./franchise-roles";
import { groupFranchises } from "./group-franchises";
import { isNamedRecap, MAX_RECAP_SYNOPSIS, type TitleTexts } from "./recap-text";
import { applyPositions, sortByStory } from "./story-order";

interface TitleRow extends TitleTexts, Record<string, unknown> {
  id: number;
  popularity: number | null;
  isRestricted: boolean;
  type: string | null;
  minutes: number | null;
  released: string | null;
}

interface MemberRow {
  mal_id: number;
  franchise_id: number;
  position: number;
  role: string;
}

/** Derives franchises after an update from a version that had none. */
export async function buildMissingFranchises(db: Database): Promise<boolean> {
  const [state] = await db.execute<{ missing: boolean }>(sql`
    SELECT NOT EXISTS (SELECT 1 FROM franchise_members)
      AND EXISTS (SELECT 1 FROM anime_relations) AS missing`);
  return state?.missing === true ? rebuildFranchises(db) : false;
}

/**
 * Derives all franchises from the relations and the owners' orders anew, and writes what differs.
 * Returns whether anything did. Reads whole columns of the catalog; blocks other writers to it.
 */
export async function rebuildFranchises(db: Pick<Database, "transaction">): Promise<boolean> {
  return db.transaction(async (tx) => {
    await lockCatalogForWriting(tx);
    const [change] = await writeMembers(tx, await deriveMembers(tx));
    if (change === undefined || change.count === 0) return false;
    await incrementCatalogVersion(tx);
    return true;
  });
}

async function deriveMembers(tx: Transaction): Promise<MemberRow[]> {
  const titles = new Map(
    (
      await tx.execute<TitleRow>(sql`
        SELECT a.mal_id AS id, a.popularity, a.type, e.duration_minutes AS minutes, a.title,
          a.title_english, a.title_japanese, left(a.synopsis, ${MAX_RECAP_SYNOPSIS}) AS synopsis,
          NOT (${isVisible(sql`a`, { parentalControl: true })}) AS "isRestricted",
          coalesce(to_char(a.aired_from AT TIME ZONE 'UTC', 'YYYY-MM-DD'), a.year::text) AS released
        FROM animes a LEFT JOIN listing_entries e ON e.mal_id = a.mal_id
        WHERE a.mal_id IN (SELECT mal_id FROM anime_relations UNION SELECT related_mal_id FROM anime_relations)`)
    ).map((row) => [row.id, row]),
  );
  const relations: TitleRelation[] = await tx.execute<TitleRelation & Record<string, unknown>>(
    sql`SELECT mal_id AS "from", related_mal_id AS "to", relation FROM anime_relations`,
  );
  const positions = new Map(
    (
      await tx.execute<{ mal_id: number; position: number }>(
        sql`SELECT mal_id, position FROM franchise_positions`,
      )
    ).map((row) => [row.mal_id, row.position]),
  );
  const relationsOf = new Map<number, TitleRelation[]>();
  for (const relation of relations)
    relationsOf.set(relation.from, [...(relationsOf.get(relation.from) ?? []), relation]);
  const compare = (one: number, other: number) => compareFame(titles.get(one), titles.get(other));
  return groupFranchises(new Set(titles.keys()), relations, compare).flatMap((ids) => {
    const members = ids.flatMap((id) => titles.get(id) ?? []).sort(compareFame);
    const inside = ids.flatMap((id) => relationsOf.get(id) ?? []);
    const [main] = members;
    if (main === undefined) return [];
    const titled = members.map((row) => ({ ...row, isNamedRecap: isNamedRecap(row) }));
    const roles = franchiseRoles(main.id, titled, inside);
    return applyPositions(sortByStory(members, inside), positions).map((id, index) => ({
      mal_id: id,
      franchise_id: main.id,
      position: index + 1,
      role: roles.get(id) ?? "main",
    }));
  });
}

/**
 * Sorts the most popular titles first, and withdrawn ones last, since they cannot stand for their
 * franchise.
 */
function compareFame(one: TitleRow | undefined, other: TitleRow | undefined): number {
  return (
    Number(one?.isRestricted ?? true) - Number(other?.isRestricted ?? true) ||
    (one?.popularity ?? Infinity) - (other?.popularity ?? Infinity) ||
    (one?.id ?? 0) - (other?.id ?? 0)
  );
}

async function writeMembers(tx: Transaction, members: readonly MemberRow[]) {
  return tx.execute<{ count: number }>(sql`
    WITH derived AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(members)}::json)
        AS derived (mal_id integer, franchise_id integer, position integer, role text)
    ), removed AS (
      DELETE FROM franchise_members WHERE mal_id NOT IN (SELECT mal_id FROM derived) RETURNING 1
    ), written AS (
      INSERT INTO franchise_members (mal_id, franchise_id, position, role)
      SELECT mal_id, franchise_id, position, role FROM derived
      ON CONFLICT (mal_id) DO UPDATE
        SET franchise_id = excluded.franchise_id, position = excluded.position, role = excluded.role
        WHERE (franchise_members.franchise_id, franchise_members.position, franchise_members.role)
          IS DISTINCT FROM (excluded.franchise_id, excluded.position, excluded.role)
      RETURNING 1
    )
    SELECT ((SELECT count(*) FROM removed) + (SELECT count(*) FROM written))::int4 AS count`);
}
