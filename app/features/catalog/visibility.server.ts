import { and, eq, not, sql, type SQL, type SQLWrapper } from "drizzle-orm";
import { Forbidden, NotFound } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import { animes } from "~db/schema";

/** Required of all readers of titles, so that none forgets it. */
export interface Viewer {
  parentalControl: boolean;
}

export function isVisible(mature: SQLWrapper, { parentalControl }: Viewer): SQL {
  return parentalControl ? sql`NOT ${mature}` : sql`true`;
}

/** Probes the few mature titles instead of joining all. */
export function isMatureTitle(malId: SQLWrapper): SQL {
  return sql`(${malId} IN (SELECT mal_id FROM listing_entries WHERE mature))`;
}

export function visibleText(
  text: SQLWrapper,
  mature: SQLWrapper,
  viewer: Viewer,
): SQL<string | null> {
  return sql<string | null>`CASE WHEN ${isVisible(mature, viewer)} THEN ${text} END`;
}

/** Throws `NotFound` or `Forbidden`. */
export async function requireVisible(db: Database, id: number, viewer: Viewer): Promise<void> {
  const [anime] = await db
    .select({ visible: sql<boolean>`${isVisible(animes.mature, viewer)}` })
    .from(animes)
    .where(eq(animes.malId, id));
  if (anime === undefined) throw new NotFound("anime.notFound");
  if (!anime.visible) throw new Forbidden("anime.hidden");
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
  const hidden = await listHiddenIds(db, ids, viewer);
  return Object.fromEntries(
    lists.map(([name, rows]) => [
      name,
      rows.map((row) =>
        row.mal_id !== null && hidden.has(row.mal_id) ? { ...row, title: null } : row,
      ),
    ]),
  ) as Groups;
}

async function listHiddenIds(
  db: Database | Transaction,
  ids: readonly number[],
  viewer: Viewer,
): Promise<ReadonlySet<number>> {
  if (!viewer.parentalControl || ids.length === 0) return new Set();
  const rows = await db
    .select({ id: animes.malId })
    .from(animes)
    .where(
      and(
        sql`${animes.malId} = ANY(${sql.param(ids)}::integer[])`,
        not(isVisible(animes.mature, viewer)),
      ),
    );
  return new Set(rows.map(({ id }) => id));
}
