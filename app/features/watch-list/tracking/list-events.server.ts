import { sql, type SQL } from "drizzle-orm";
import { z } from "zod";
import type { TitleNames } from "~/features/catalog/title-language";
import type { Database } from "~db/client.server";
import { isVisibleId, visibleText, type Viewer } from "~/features/catalog/visibility.server";
import { parseStoredFields, toFieldChanges } from "./entry-diff";
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

export interface HistoryEntry {
  event: ListEvent & { title: string };
  names: TitleNames;
  batchSize: number | null;
  /** Episodes watched on the day, of the title or the whole batch. */
  watched: number;
}

interface HistoryRow extends Row {
  title: string;
  title_english: string | null;
  title_japanese: string | null;
  batch_size: number | null;
  watched: number;
}

interface HistoryFilter extends Viewer {
  /** Leaves out changes that watched no episode. */
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
  const [row] = await db.execute<{ total: number }>(sql`
    SELECT count(*)::int4 AS total FROM list_events e WHERE ${shownHistory(userId, filter)}`);
  return row?.total ?? 0;
}

/** Lists events, newest first, with a batch as one entry, which names no title. */
export async function listHistory(
  db: Database,
  userId: string,
  { page, perPage, ...filter }: HistoryFilter & { page: number; perPage: number },
): Promise<HistoryEntry[]> {
  const rows = await db.execute<HistoryRow>(sql`
    SELECT e.id, e.at, e.through, e.anime_mal_id AS mal_id, a.title, a.title_english, a.title_japanese,
      e.before, e.after, e.batch_id, e.undone_at, ${WATCHED} AS watched,
      CASE WHEN e.batch_id IS NOT NULL
        THEN (SELECT count(*)::int4 FROM list_events b WHERE b.batch_id = e.batch_id) END AS batch_size
    FROM (
      SELECT * FROM list_events e WHERE ${shownHistory(userId, filter)}
      ORDER BY e.at DESC, e.id DESC LIMIT ${perPage} OFFSET ${(page - 1) * perPage}
    ) e JOIN animes a ON a.mal_id = e.anime_mal_id
    ORDER BY e.at DESC, e.id DESC`);
  return [...rows].map((row) => ({
    event: { ...toEvent(row), title: row.title },
    names: {
      title: row.title,
      title_english: row.title_english,
      title_japanese: row.title_japanese,
    },
    batchSize: row.batch_size,
    watched: row.watched,
  }));
}
