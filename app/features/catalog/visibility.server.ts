import { and, eq, not, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { AppError, Forbidden, NotFound } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import { animes } from "~db/schema";
import { prepared } from "~db/prepared";
import { isChild } from "./own-control.server";
import { WITHHOLD_ALL, type AgeLimit, type ParentalControl } from "./parental-control";
import { AGE_RATINGS } from "./vocabulary";

/** The settings that all readers of titles require, so that none forgets them. */
export interface Viewer {
  parentalControl: ParentalControl;
}

type TitleRow = SQLWrapper | typeof animes;

/**
 * Matches rows of `animes` that neither an admin has withdrawn nor the viewer's parental control
 * withholds. True or false of every row: what it does not match can be selected by `NOT`.
 */
export function isVisible(row: TitleRow, { parentalControl }: Viewer): SQL {
  if (typeof parentalControl === "boolean")
    return parentalControl ? sql`NOT (${row}.hidden OR ${row}.mature)` : sql`NOT ${row}.hidden`;
  return sql`(NOT (${row}.hidden OR ${row}.mature)
    AND ${isAdmitted(row, codeOf(row), parentalControl)})`;
}

function codeOf(row: TitleRow): SQL {
  return sql`split_part(lower(coalesce(${row}.rating, '')), ' ', 1)`;
}

/**
 * Does what `isVisible` does for many readers in one statement. `reader` is a row of `preferences`,
 * whose user's age limit is read beside it, as `ownControl` does for one viewer.
 */
export function isVisibleTo(row: TitleRow, reader: SQLWrapper): SQL {
  const ratings = sql.raw(`ARRAY[${AGE_RATINGS.map((rating) => `'${rating}'`).join(",")}]`);
  const rank = (code: SQL) => sql`array_position(${ratings}, ${code})`;
  const isControlled = sql`(${reader}.parental_control OR ${isChild(sql`${reader}.user_id`)})`;
  return sql`(NOT (${row}.hidden OR (${row}.mature AND ${isControlled})) AND NOT EXISTS (
    SELECT FROM child_limits l
    LEFT JOIN child_titles t ON t.user_id = l.user_id AND t.mal_id = ${row}.mal_id
    WHERE l.user_id = ${reader}.user_id AND (t.state = 'allowed' OR (
      t.state IS DISTINCT FROM 'blocked' AND ${rank(codeOf(row))} <= ${rank(sql`l.max_rating`)}
    )) IS NOT TRUE))`;
}

/** Does what `isVisible` does for a row of `listing_entries`, where withdrawn titles have none. */
export function isVisibleEntry(row: SQLWrapper, { parentalControl }: Viewer): SQL {
  if (typeof parentalControl === "boolean")
    return parentalControl ? sql`NOT ${row}.mature` : sql`true`;
  const code = sql`coalesce(${row}.rating_code, '')`;
  return sql`(NOT ${row}.mature AND ${isAdmitted(row, code, parentalControl)})`;
}

/**
 * Does what `isVisible` does for many ids: without an age limit, it probes the few withdrawn titles
 * instead of joining all.
 */
export function isVisibleId(malId: SQLWrapper, { parentalControl }: Viewer): SQL {
  if (typeof parentalControl !== "boolean")
    return sql`EXISTS (
      SELECT FROM listing_entries visible
      WHERE visible.mal_id = ${malId} AND ${isVisibleEntry(sql`visible`, { parentalControl })})`;
  const listed = sql`${malId} NOT IN (SELECT mal_id FROM animes WHERE hidden)`;
  return parentalControl
    ? sql`(${listed} AND ${malId} NOT IN (SELECT mal_id FROM listing_entries WHERE mature))`
    : sql`(${listed})`;
}

/**
 * Does what `isVisibleId` does for an age limit, as the text of a prepared statement whose values
 * are the limit's `ratings`, `allowed` and `blocked`. It reads the entry of each row that nothing
 * else rules out, where an `EXISTS` may become a join that reads all entries.
 */
export function isAdmittedId(malId: string): string {
  return `(SELECT NOT admitted.mature AND (
      (coalesce(admitted.rating_code, '') IN (SELECT unnest({ratings}::text[]))
        AND admitted.mal_id NOT IN (SELECT unnest({blocked}::int4[])))
      OR admitted.mal_id IN (SELECT unnest({allowed}::int4[])))
    FROM listing_entries admitted WHERE admitted.mal_id = ${malId})`;
}

/** Whether an age limit admits a title that is not mature. `code` is that of its rating. */
function isAdmitted(row: TitleRow, code: SQL, { ratings, allowed, blocked }: AgeLimit): SQL {
  const within = sql`${code} = ANY (${sql.param(ratings)}::text[])`;
  const isAmong = (ids: readonly number[]) => sql`${row}.mal_id = ANY (${sql.param(ids)}::int4[])`;
  const notBlocked = blocked.length === 0 ? within : sql`(${within} AND NOT ${isAmong(blocked)})`;
  return allowed.length === 0 ? notBlocked : sql`(${notBlocked} OR ${isAmong(allowed)})`;
}

export function visibleText(text: SQLWrapper, row: TitleRow, viewer: Viewer): SQL<string | null> {
  return sql<string | null>`CASE WHEN ${isVisible(row, viewer)} THEN ${text} END`;
}

/** What a viewer without parental control sees. */
export const UNRESTRICTED: Viewer = { parentalControl: false };

/**
 * Throws `NotFound` for an unknown title and one that the site hides, `Forbidden` for one that
 * parental control hides.
 */
export async function requireVisible(db: Database, id: number, viewer: Viewer): Promise<void> {
  const [anime] = await db
    .select({ visible: sql<boolean>`${isVisible(animes, viewer)}` })
    .from(animes)
    .where(prepared(and(eq(animes.malId, id), isVisible(animes, UNRESTRICTED))));
  if (anime === undefined) throw new NotFound("anime.notFound");
  if (!anime.visible) throw withheld(id, viewer);
}

/** The error of a title that an age limit withholds. */
export class AboveAgeLimit extends Forbidden {
  constructor(readonly animeId: number) {
    super("anime.aboveAgeLimit");
  }
}

/** Returns the error of a title that is withheld, whose name it leaves out. */
export function withheld(id: number, { parentalControl }: Viewer): AppError {
  if (parentalControl === WITHHOLD_ALL)
    return new AppError("database-failed", "http.sessionUnavailable");
  return typeof parentalControl === "boolean"
    ? new Forbidden("anime.hidden")
    : new AboveAgeLimit(id);
}

interface NamedRow {
  mal_id: number | null;
  title: string | null;
}

export async function hideTitles<Groups extends { [Name in keyof Groups]: NamedRow[] }>(
  db: Database | Transaction,
  groups: Groups,
  viewer: Viewer,
): Promise<Groups> {
  const lists = Object.entries<NamedRow[]>(groups);
  const ids = lists.flatMap(([, rows]) => rows.flatMap(({ mal_id }) => mal_id ?? []));
  const invisible = await listInvisibleIds(db, ids, viewer);
  return Object.fromEntries(
    lists.map(([name, rows]) => [
      name,
      rows.map((row) =>
        row.mal_id !== null && invisible.has(row.mal_id) ? { ...row, title: null } : row,
      ),
    ]),
  ) as Groups;
}

async function listInvisibleIds(
  db: Database | Transaction,
  ids: readonly number[],
  viewer: Viewer,
): Promise<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: animes.malId })
    .from(animes)
    .where(
      and(sql`${animes.malId} = ANY(${sql.param(ids)}::integer[])`, not(isVisible(animes, viewer))),
    );
  return new Set(rows.map(({ id }) => id));
}
