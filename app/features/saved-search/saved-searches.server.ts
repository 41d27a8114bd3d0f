import { and, count, eq, max, sql } from "drizzle-orm";
import type { PgUpdateSetSource } from "drizzle-orm/pg-core";
import { Conflict, NotFound } from "~/errors/app-error";
import { isVisibleEntry, type Viewer } from "~/features/catalog/visibility.server";
import { withoutClips } from "~/features/listing/clips";
import { listMatches } from "~/features/listing/list-matches.server";
import type { ListingQuery } from "~/features/listing/listing-query";
import type { CatalogDatabase } from "~/features/listing/listing-source.server";
import type { Database, Transaction } from "~db/client.server";
import { catalogState, savedSearches, users } from "~db/schema";
import { prepared } from "~db/prepared";
import { parseBrowseUrl, parseStoredQuery } from "./parse-browse-url.server";

export const MAX_SAVED_SEARCHES = 50;
export const MAX_PINNED_SEARCHES = 8;
/** A search with more matches cannot be followed, since a followed one stores them. */
export const MAX_FOLLOWED_MATCHES = 2_000;

export interface SavedSearch {
  id: string;
  name: string;
  query: string;
  pinned: boolean;
  followed: boolean;
  /** How many matches that the viewer may see are new since the last visit. */
  fresh: number;
}

/** Lists a user's searches in the order that the user gave them. */
export async function listSavedSearches(
  db: Database,
  userId: string,
  viewer: Viewer,
): Promise<SavedSearch[]> {
  const rows = await db.execute<SavedSearch & Record<string, unknown>>(
    prepared(sql`
      SELECT s.id, s.name, s.query, s.pinned, s.known IS NOT NULL AS followed,
        CASE WHEN s.fresh = '{}' THEN 0 ELSE (
          SELECT count(*)::int4 FROM listing_entries e
          WHERE e.mal_id = ANY(s.fresh) AND ${isVisibleEntry(sql`e`, viewer)}
        ) END AS fresh
      FROM saved_searches s WHERE s.user_id = ${userId}::uuid ORDER BY s.position, s.id`),
  );
  return [...rows];
}

interface NewSearch {
  name: string;
  url: string;
  /** Origin of the site. */
  origin: string;
  pinned: boolean;
  followed: boolean;
  /**
   * Restores a deleted search under its id, by which Home's rows refer to it. Matches that are not
   * `known` are new.
   */
  restored?: { id: string; position: number; known?: readonly number[] | undefined } | undefined;
}

/**
 * Saves a search. Throws `Invalid` for the URL, and `Conflict` beyond a limit or when it is saved
 * already.
 */
export async function saveSearch(
  database: CatalogDatabase,
  userId: string,
  { name, url, origin, pinned, followed, restored }: NewSearch,
): Promise<string> {
  const { query, canonical } = parseBrowseUrl(url, origin);
  const matches = followed ? await requireFollowable(database, query) : null;
  const seenBefore = restored?.known === undefined ? null : new Set(restored.known);
  const isKnown = (id: number) => seenBefore?.has(id) ?? true;
  return withOwnSearches(database.db, userId, async (tx) => {
    const [own] = await tx
      .select({ searches: count(), last: max(savedSearches.position) })
      .from(savedSearches)
      .where(eq(savedSearches.userId, userId));
    if ((own?.searches ?? 0) >= MAX_SAVED_SEARCHES)
      throw new Conflict({ key: "savedSearch.tooMany", values: { max: MAX_SAVED_SEARCHES } });
    if (pinned) await requireRoomForPin(tx, userId);
    const [saved] = await tx
      .insert(savedSearches)
      .values({
        userId,
        name,
        query: canonical,
        id: restored?.id,
        position: restored?.position ?? (own?.last ?? 0) + 1,
        pinned,
        known: matches?.ids.filter(isKnown) ?? null,
        fresh: matches?.ids.filter((id) => !isKnown(id)) ?? [],
        comparedVersion: matches?.version ?? 0,
      })
      .onConflictDoNothing()
      .returning({ id: savedSearches.id });
    if (saved === undefined) throw new Conflict("savedSearch.exists");
    return saved.id;
  });
}

/** Renames a search. Throws `NotFound` for one that is not the user's. */
export function renameSearch(
  db: Database,
  userId: string,
  id: string,
  name: string,
): Promise<void> {
  return update(db, userId, id, { name });
}

/**
 * Puts a search on Home, or takes it off. Throws `NotFound`, and `Conflict` beyond
 * `MAX_PINNED_SEARCHES`.
 */
export async function setPinned(
  db: Database,
  userId: string,
  id: string,
  pinned: boolean,
): Promise<void> {
  await withOwnSearches(db, userId, async (tx) => {
    if (pinned) await requireRoomForPin(tx, userId, id);
    await update(tx, userId, id, { pinned });
  });
}

/**
 * Turns following on or off. What matches now does not count as new. Throws `NotFound`, `Invalid`,
 * and `Conflict` for too many matches.
 */
export async function setFollowed(
  database: CatalogDatabase,
  userId: string,
  id: string,
  followed: boolean,
): Promise<void> {
  if (!followed) return update(database.db, userId, id, { known: null, fresh: [] });
  const { query } = await requireOwn(database.db, userId, id);
  const { ids, version } = await requireFollowable(database, parseStoredQuery(query));
  await update(database.db, userId, id, { known: ids, fresh: [], comparedVersion: version });
}

/** Moves a search by one position; the first and last stay where they are. Throws `NotFound`. */
export function moveSearch(db: Database, userId: string, id: string, step: -1 | 1): Promise<void> {
  return withOwnSearches(db, userId, async (tx) => {
    const { position } = await requireOwn(tx, userId, id);
    const isBeyond = step < 0 ? sql`position < ${position}` : sql`position > ${position}`;
    const order = step < 0 ? sql`position DESC` : sql`position`;
    await tx.execute(sql`
      UPDATE saved_searches s SET position = CASE WHEN s.id = ${id}::uuid THEN other.position ELSE ${position} END
      FROM (
        SELECT id, position FROM saved_searches WHERE user_id = ${userId}::uuid AND ${isBeyond}
        ORDER BY ${order} LIMIT 1
      ) other
      WHERE s.id IN (${id}::uuid, other.id)`);
  });
}

export interface DeletedSearch extends Omit<SavedSearch, "fresh" | "followed"> {
  position: number;
  /** Matches at the last visit; null when the search was not followed. */
  known: number[] | null;
}

/** Deletes a search and returns it. Throws `NotFound`. */
export async function deleteSavedSearch(
  db: Database,
  userId: string,
  id: string,
): Promise<DeletedSearch> {
  const { name, query, pinned, position, known } = savedSearches;
  const [deleted] = await db
    .delete(savedSearches)
    .where(own(userId, id))
    .returning({ id: savedSearches.id, name, query, pinned, position, known });
  if (deleted === undefined) throw new NotFound("savedSearch.notFound");
  return deleted;
}

/** Marks all new matches of a search as seen. Throws `NotFound`. */
export function markSeen(db: Database, userId: string, id: string): Promise<void> {
  return update(db, userId, id, SEEN);
}

interface VisitedSearch extends Pick<SavedSearch, "id" | "name"> {
  /** The new matches since the last visit, withdrawn titles too. */
  fresh: number[];
}

/**
 * The search that the user saved with these parameters, or null. With `marks` its new matches count
 * as seen from now on.
 */
export async function visitSavedSearch(
  db: Database,
  userId: string,
  canonical: string,
  { marks }: { marks: boolean },
): Promise<VisitedSearch | null> {
  const isIt = and(eq(savedSearches.userId, userId), eq(savedSearches.query, canonical));
  const { id, name, fresh } = savedSearches;
  const [found] = await db.select({ id, name, fresh }).from(savedSearches).where(isIt);
  if (found !== undefined && marks && found.fresh.length > 0)
    await db.update(savedSearches).set(seen(found.fresh)).where(isIt);
  return found ?? null;
}

const SEEN = {
  known: sql`CASE WHEN known IS NOT NULL THEN ARRAY(SELECT DISTINCT unnest(known || fresh)) END`,
  fresh: [],
};

/** Marks only these matches as seen: others may have come since they were read. */
function seen(ids: readonly number[]) {
  const shown = sql`${sql.param(ids)}::int4[]`;
  return {
    known: sql`CASE WHEN known IS NOT NULL THEN ARRAY(SELECT DISTINCT unnest(known || ${shown})) END`,
    fresh: sql`ARRAY(SELECT unnest(fresh) EXCEPT SELECT unnest(${shown}))`,
  };
}

async function requireFollowable(
  database: CatalogDatabase,
  query: ListingQuery,
): Promise<{ ids: number[]; version: number }> {
  const version = await catalogVersion(database.db);
  const all = { ...withoutClips(query), parentalControl: false };
  const ids = await listMatches(database, all, MAX_FOLLOWED_MATCHES + 1);
  if (ids.length > MAX_FOLLOWED_MATCHES)
    throw new Conflict({
      key: "savedSearch.tooManyMatches",
      values: { max: MAX_FOLLOWED_MATCHES },
    });
  return { ids, version };
}

/**
 * Returns the catalog's version. Read it before the matches, so that a change between the two is
 * compared again.
 */
export async function catalogVersion(db: Database): Promise<number> {
  const [state] = await db.select({ version: catalogState.version }).from(catalogState);
  return state?.version ?? 0;
}

/** Runs one change of a user's searches at a time, so that limits and order hold. */
function withOwnSearches<T>(
  db: Database,
  userId: string,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  return db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
    return work(tx);
  });
}

async function requireRoomForPin(tx: Transaction, userId: string, id?: string): Promise<void> {
  const others = await tx
    .select({ id: savedSearches.id })
    .from(savedSearches)
    .where(and(eq(savedSearches.userId, userId), eq(savedSearches.pinned, true)));
  if (others.filter((other) => other.id !== id).length >= MAX_PINNED_SEARCHES)
    throw new Conflict({ key: "savedSearch.tooManyPinned", values: { max: MAX_PINNED_SEARCHES } });
}

async function requireOwn(db: Database | Transaction, userId: string, id: string) {
  const [search] = await db
    .select({ query: savedSearches.query, position: savedSearches.position })
    .from(savedSearches)
    .where(own(userId, id));
  if (search === undefined) throw new NotFound("savedSearch.notFound");
  return search;
}

async function update(
  db: Database | Transaction,
  userId: string,
  id: string,
  change: PgUpdateSetSource<typeof savedSearches>,
): Promise<void> {
  const updated = await db
    .update(savedSearches)
    .set(change)
    .where(own(userId, id))
    .returning({ id: savedSearches.id });
  if (updated.length === 0) throw new NotFound("savedSearch.notFound");
}

function own(userId: string, id: string) {
  return and(eq(savedSearches.userId, userId), eq(savedSearches.id, id));
}
