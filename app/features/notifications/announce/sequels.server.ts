import { sql } from "drizzle-orm";
import { hasBegun } from "~/features/catalog/airing-status.server";
import { EARLIER } from "~/features/notifications/spread/audiences.server";
import type { Database } from "~db/client.server";
import { addToOutbox, type OutboxEvent } from "~db/outbox.server";

/** An import brings more at once, which are no news. */
const MAX_NEWS = 50;

/**
 * Records titles to come that follow another one: that they are there, and when their first day is
 * known. What a catalog has at the first time, or much at once, is recorded as told. Returns how
 * many are news.
 */
export async function announceSequels(db: Database): Promise<number> {
  return db.transaction(async (tx) => {
    const rows = await tx.execute<{ mal_id: number; is_dated: boolean; is_known: boolean }>(sql`
      SELECT * FROM (
        SELECT a.mal_id, ${HAS_DAY} AS is_dated,
          EXISTS (SELECT FROM outbox_events WHERE key = 'sequel:' || a.mal_id || ':announced')
            AS is_known,
          EXISTS (SELECT FROM outbox_events WHERE key = 'sequel:' || a.mal_id || ':dated')
            AS is_dated_known
        FROM animes a WHERE NOT ${hasBegun(sql`a`)} AND EXISTS (${EARLIER})) sequel
      WHERE NOT is_known OR (is_dated AND NOT is_dated_known) ORDER BY mal_id`);
    const [before] = await tx.execute(sql`
      SELECT FROM outbox_events WHERE kind = 'sequel.announced' LIMIT 1`);
    const isBulk = before === undefined || rows.length > MAX_NEWS;
    const news = [...rows].flatMap(({ mal_id: animeId, is_dated, is_known }): OutboxEvent[] => {
      const event = (isDated: boolean, isTold: boolean): OutboxEvent => ({
        ...{ kind: "sequel.announced", animeId, isDated, isTold },
        key: `sequel:${animeId}:${isDated ? "dated" : "announced"}`,
      });
      if (is_known) return [event(true, isBulk)];
      // A title that comes with its day is announced, and its day is no news later.
      return [event(false, isBulk), ...(is_dated ? [event(true, true)] : [])];
    });
    await addToOutbox(tx, news);
    return isBulk ? 0 : rows.length;
  });
}

/** Catalogs write 1 January for what has a year alone. */
const HAS_DAY = sql`(a.aired_from IS NOT NULL AND to_char(a.aired_from, 'MM-DD') <> '01-01')`;
