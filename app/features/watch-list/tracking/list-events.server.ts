import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { TitleNames } from "~/features/catalog/title-language";
import type { Database } from "~db/client.server";
import { isVisibleId, visibleText, type Viewer } from "~/features/catalog/visibility.server";
import { parseStoredFields, toFieldChanges } from "./entry-diff";
import { finishDates } from "./finish-dates.server";
import { VIA } from "./via";

export const listEventSchema = z
  .object({
    id: z.string(),
    at: z.iso.datetime(),
    through: z.enum(VIA),
    mal_id: z.int(),
    title: z.string().nullable(),
    changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
    /** The id that the events of an import or bulk change share, which are undone together. */
    batch_id: z.string().nullable(),
    undone_at: z.iso.datetime().nullable(),
  })
  .meta({ id: "ListEvent" });
export type ListEvent = z.output<typeof listEventSchema>;

interface Row extends Record<string, unknown> {
  id: string;
  at: string;
  through: ListEvent["through"];
  mal_id: number;
  title: string | null;
  before: unknown;
  after: unknown;
  batch_id: string | null;
  undone_at: string | null;
}

/**
 * Lists changes of the list or of one title, newest first. Titles that the viewer may not see have
 * no name.
 */
export async function listEvents(
  db: Database,
  userId: string,
  {
    animeId,
    page,
    perPage,
    ...viewer
  }: Viewer & { animeId?: number | undefined; page: number; perPage: number },
): Promise<{ items: ListEvent[]; total: number }> {
  const where = sql`user_id = ${userId}::uuid ${animeId === undefined ? sql`` : sql`AND anime_mal_id = ${animeId}::integer`}`;
  const [rows, [counted]] = await Promise.all([
    db.execute<Row>(sql`
      SELECT e.id, e.at, e.through, e.anime_mal_id AS mal_id,
        ${visibleText(sql`a.title`, sql`a`, viewer)} AS title, e.before, e.after, e.batch_id, e.undone_at
      FROM (
        SELECT * FROM list_events WHERE ${where}
        ORDER BY at DESC, id DESC LIMIT ${perPage} OFFSET ${(page - 1) * perPage}
      ) e JOIN animes a ON a.mal_id = e.anime_mal_id
      ORDER BY e.at DESC, e.id DESC`),
    db.execute<{ total: number }>(
      sql`SELECT count(*)::int4 AS total FROM list_events WHERE ${where}`,
    ),
  ]);
  return { items: [...rows].map(toEvent), total: counted?.total ?? 0 };
}

function toEvent({ at, before, after, undone_at, ...row }: Row): ListEvent {
  return {
    id: row.id,
    at: new Date(at).toISOString(),
    through: row.through,
    mal_id: row.mal_id,
    title: row.title,
    changes: toFieldChanges(parseStoredFields(before), parseStoredFields(after)),
    batch_id: row.batch_id,
    undone_at: undone_at === null ? null : new Date(undone_at).toISOString(),
  };
}

interface HistoryTitle {
  names: TitleNames;
}

export interface HistoryChange extends HistoryTitle {
  event: ListEvent & { title: string };
  batchSize: number | null;
  /** Episodes watched on the day, of the title or the whole batch. */
  watched: number;
}

/** A title that a date alone says was finished. */
export interface HistoryFinish extends HistoryTitle {
  malId: number;
  /** The rewatch, 0 for the first watch. */
  number: number;
  finishedOn: string;
  episodes: number;
}

interface NamesRow extends Record<string, unknown> {
  title: string;
  title_english: string | null;
  title_japanese: string | null;
}

interface ChangeRow extends Row, NamesRow {
  title: string;
  batch_size: number | null;
  watched: number;
  finished_on: null;
}

interface FinishRow extends NamesRow {
  mal_id: number;
  number: number;
  finished_on: string;
  episodes: number;
}

interface HistoryFilter extends Viewer {
  /** Lists what was watched: no other changes, but finish dates. */
  watchedOnly: boolean;
}

const WATCHED = sql`CASE WHEN e.batch_id IS NULL THEN e.watched
  ELSE (SELECT coalesce(sum(b.watched), 0)::int4 FROM list_events b WHERE b.batch_id = e.batch_id) END`;

/** A batch is one entry; changes of hidden titles are omitted. */
function shownHistory(userId: string, { watchedOnly, ...viewer }: HistoryFilter): SQL {
  return sql`e.user_id = ${userId}::uuid
    AND (e.batch_id = e.id OR (e.batch_id IS NULL AND ${isVisibleId(sql`e.anime_mal_id`, viewer)}))
    ${watchedOnly ? sql`AND e.through <> 'import' AND ${WATCHED} > 0` : sql``}`;
}

/** How many entries `listHistory` has on all pages. */
export async function countHistory(
  db: Database,
  userId: string,
  filter: HistoryFilter,
): Promise<number> {
  const finishes = filter.watchedOnly
    ? sql`(SELECT count(*) FROM (${finishDates(userId, filter)}) f)`
    : sql`0`;
  const [row] = await db.execute<{ total: number }>(sql`
    SELECT (count(*) + ${finishes})::int4 AS total FROM list_events e
    WHERE ${shownHistory(userId, filter)}`);
  return row?.total ?? 0;
}

/**
 * Lists events, newest first, with a batch as one entry, which names no title. Titles finished on a
 * day follow its events.
 */
export async function listHistory(
  db: Database,
  userId: string,
  { page, perPage, ...filter }: HistoryFilter & { page: number; perPage: number },
): Promise<(HistoryChange | HistoryFinish)[]> {
  const part = sql`LIMIT ${perPage} OFFSET ${(page - 1) * perPage}`;
  const changes = sql`
    SELECT e.id, e.at, e.day::text AS day, e.anime_mal_id,
      NULL::int4 AS number, NULL::text AS finished_on, NULL::int4 AS episodes
    FROM list_events e WHERE ${shownHistory(userId, filter)}
    ORDER BY e.at DESC, e.id DESC`;
  const [paged, order] = filter.watchedOnly
    ? [
        sql`${withFinishes(changes, finishDates(userId, filter), page * perPage)}
          ORDER BY ${BY_DAY} ${part}`,
        BY_DAY,
      ]
    : [sql`${changes} ${part}`, BY_TIME];
  const rows = await db.execute<ChangeRow | FinishRow>(sql`
    SELECT e.id, e.at, e.through, p.anime_mal_id AS mal_id, a.title, a.title_english, a.title_japanese,
      e.before, e.after, e.batch_id, e.undone_at, ${WATCHED} AS watched,
      CASE WHEN e.batch_id IS NOT NULL
        THEN (SELECT count(*)::int4 FROM list_events b WHERE b.batch_id = e.batch_id) END AS batch_size,
      p.number, p.finished_on, p.episodes
    FROM (${paged}) p
    LEFT JOIN list_events e ON e.id = p.id
    JOIN animes a ON a.mal_id = p.anime_mal_id
    ORDER BY ${order}`);
  return [...rows].map(toHistoryEntry);
}

const BY_TIME = sql`p.at DESC, p.id DESC`;
/** A date has no time; finishes are last of their day. */
const BY_DAY = sql`p.day DESC, p.at DESC NULLS LAST, p.id DESC, p.anime_mal_id, p.number`;

/** Takes from both no more than the pages up to the wanted one can have. */
function withFinishes(changes: SQL, finishes: SQL, limit: number): SQL {
  return sql`
    SELECT * FROM (
      (${changes} LIMIT ${limit})
      UNION ALL (
        SELECT NULL::uuid, NULL::timestamptz, f.finished_on, f.anime_mal_id, f.number,
          f.finished_on, f.episodes
        FROM (${finishes}) f ORDER BY f.finished_on DESC, f.anime_mal_id, f.number LIMIT ${limit}
      )
    ) p`;
}

function toHistoryEntry(row: ChangeRow | FinishRow): HistoryChange | HistoryFinish {
  const { title, title_english, title_japanese } = row;
  const names = { title, title_english, title_japanese };
  return isFinish(row)
    ? {
        names,
        malId: row.mal_id,
        number: row.number,
        finishedOn: row.finished_on,
        episodes: row.episodes,
      }
    : {
        names,
        event: { ...toEvent(row), title },
        batchSize: row.batch_size,
        watched: row.watched,
      };
}

function isFinish(row: ChangeRow | FinishRow): row is FinishRow {
  return row.finished_on !== null;
}
