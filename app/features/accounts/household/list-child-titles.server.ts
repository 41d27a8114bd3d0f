import { and, desc, eq, sql, type SQL } from "drizzle-orm";
import { isVisible, visibleText, type Viewer } from "~/features/catalog/visibility.server";
import type { Database } from "~db/client.server";
import { animes, childTitles, users } from "~db/schema";
import { isInHousehold } from "./list-profiles.server";

export type ChildTitleState = "allowed" | "blocked" | "asked";

/** No age limit admits a mature title. */
export const NOT_MATURE: Viewer = { parentalControl: true };

/**
 * Whether a child can ask for a title that is withheld from it, or has done so; null for a mature
 * title, and for one that a parent blocked, so that a "No" ends the asking.
 */
export async function readAskedTitle(
  db: Database,
  childId: string,
  animeId: number,
): Promise<"open" | "asked" | null> {
  const [row] = await db
    .select({
      state: childTitles.state,
      isMature: sql<boolean>`NOT ${isVisible(animes, NOT_MATURE)}`,
    })
    .from(animes)
    .leftJoin(childTitles, isTitleOf(childId, sql`${animes.malId}`))
    .where(eq(animes.malId, animeId));
  if (row?.state === "asked") return "asked";
  return row === undefined || row.isMature || row.state !== null ? null : "open";
}

/** A title of a child, whose names are null where the viewer may not see it. */
export interface ChildTitle {
  childId: string;
  animeId: number;
  state: ChildTitleState;
  title: string | null;
  title_english: string | null;
  title_japanese: string | null;
  /** Whether it can be allowed: neither mature nor withdrawn. */
  mayBeAllowed: boolean;
}

/** Lists what the children of a household ask for, the latest first. */
export function listAskedTitles(
  db: Database,
  householdId: string,
  viewer: Viewer,
): Promise<ChildTitle[]> {
  return listTitles(db, and(isInHousehold(householdId), eq(childTitles.state, "asked")), viewer);
}

/** Lists the titles of a child that are allowed, blocked or asked for, the latest first. */
export function listChildTitles(
  db: Database,
  childId: string,
  viewer: Viewer,
): Promise<ChildTitle[]> {
  return listTitles(db, eq(childTitles.userId, childId), viewer);
}

function listTitles(db: Database, where: SQL | undefined, viewer: Viewer): Promise<ChildTitle[]> {
  return db
    .select({
      childId: childTitles.userId,
      animeId: childTitles.malId,
      state: sql<ChildTitleState>`${childTitles.state}`,
      title: visibleText(animes.title, animes, viewer),
      title_english: visibleText(animes.titleEnglish, animes, viewer),
      title_japanese: visibleText(animes.titleJapanese, animes, viewer),
      mayBeAllowed: sql<boolean>`${isVisible(animes, NOT_MATURE)}`,
    })
    .from(childTitles)
    .innerJoin(users, eq(users.id, childTitles.userId))
    .innerJoin(animes, eq(animes.malId, childTitles.malId))
    .where(where)
    .orderBy(desc(childTitles.changedAt), childTitles.malId);
}

/** A child of the household, and what was decided about one title for it. */
export interface TitleChild {
  id: string;
  name: string;
  state: ChildTitleState | null;
}

/** Lists the children of an account's household with what was decided about a title for each. */
export async function listTitleChildren(
  db: Database,
  accountId: string,
  animeId: number,
): Promise<{ children: TitleChild[]; mayBeAllowed: boolean }> {
  const rows = await db.execute<TitleChild & { allowable: boolean } & Record<string, unknown>>(sql`
    SELECT c.id, p.name, t.state, ${isVisible(sql`a`, NOT_MATURE)} AS allowable
    FROM users account
    JOIN users c ON c.household_id = coalesce(account.household_id, account.id)
    JOIN child_limits l ON l.user_id = c.id
    JOIN profiles p ON p.user_id = c.id
    JOIN animes a ON a.mal_id = ${animeId}::int4
    LEFT JOIN child_titles t ON t.user_id = c.id AND t.mal_id = a.mal_id
    WHERE account.id = ${accountId}::uuid
    ORDER BY c.created_at, c.id`);
  return {
    children: [...rows].map(({ id, name, state }) => ({ id, name, state })),
    mayBeAllowed: rows[0]?.allowable === true,
  };
}

/** The condition of what is stored about a title for a child. */
export function isTitleOf(childId: string, animeId: number | SQL): SQL | undefined {
  return and(eq(childTitles.userId, childId), eq(childTitles.malId, animeId));
}
