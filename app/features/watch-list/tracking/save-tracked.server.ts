import { sql } from "drizzle-orm";
import type { Transaction } from "~db/client.server";
import { prepared } from "~db/prepared";
import { printEntryColumns } from "./entry-columns.server";
import type { StoredFields } from "./entry-diff";
import { toEntryRow } from "./entry-fields";
import { toMultirange } from "~/features/catalog/episodes/episode-set";
import type { EntryStamps } from "./load-tracked.server";
import type { Via } from "./via";
import type { TrackedEntry } from "./tracked-entry";

export interface EventRecord {
  id: string;
  at: string;
  day: string;
  via: Via;
  batchId: string | null;
  before: StoredFields;
  after: StoredFields;
  watched: number;
}

export interface TrackedRecord {
  malId: number;
  entry: TrackedEntry;
  stamps: EntryStamps;
  isSeenChanged: boolean;
  areRewatchesChanged: boolean;
  event: EventRecord | null;
}

const RECORDS_PER_STATEMENT = 1_000;

/** Saves entries with one statement per 1,000; parts that are null are not written. */
export async function saveTracked(
  tx: Transaction,
  userId: string,
  records: readonly TrackedRecord[],
): Promise<void> {
  for (let start = 0; start < records.length; start += RECORDS_PER_STATEMENT)
    await saveChunk(tx, userId, records.slice(start, start + RECORDS_PER_STATEMENT));
}

function toJson({
  malId,
  entry,
  stamps,
  isSeenChanged,
  areRewatchesChanged,
  event,
}: TrackedRecord) {
  return {
    mal_id: malId,
    listed: entry.listed,
    id: stamps.id,
    added_at: stamps.addedAt,
    updated_at: stamps.updatedAt,
    ...toEntryRow(entry),
    seen: isSeenChanged ? toMultirange(entry.seen) : null,
    skipped: toMultirange(entry.skipped),
    rewatches: areRewatchesChanged && entry.listed ? entry.rewatches : null,
    event_id: event?.id ?? null,
    at: event?.at ?? null,
    day: event?.day ?? null,
    through: event?.via ?? null,
    batch_id: event?.batchId ?? null,
    before: event?.before ?? null,
    after: event?.after ?? null,
    watched: event?.watched ?? null,
  };
}

async function saveChunk(
  tx: Transaction,
  userId: string,
  records: readonly TrackedRecord[],
): Promise<void> {
  await tx.execute(
    prepared(sql`
    WITH records AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(records.map(toJson))}::json) AS r (
        mal_id integer, listed boolean, id uuid, added_at timestamptz, updated_at timestamptz,
        ${printEntryColumns((column, { type }) => `${column} ${type}`)}, seen text, skipped text,
        rewatches json, event_id uuid, at timestamptz, day date, through text, batch_id uuid,
        before jsonb, after jsonb, watched integer)
    ), removed AS (
      DELETE FROM watch_list_entries e USING records r
      WHERE NOT r.listed AND e.user_id = ${userId}::uuid AND e.anime_mal_id = r.mal_id
    ), put AS (
      INSERT INTO watch_list_entries (id, user_id, anime_mal_id, ${printEntryColumns()},
        added_at, updated_at)
      SELECT coalesce(id, gen_random_uuid()), ${userId}::uuid, mal_id, ${printEntryColumns()},
        coalesce(added_at, now()), coalesce(updated_at, now())
      FROM records WHERE listed
      ON CONFLICT (user_id, anime_mal_id) DO UPDATE SET
        ${printEntryColumns((column) => `${column} = excluded.${column}`)},
        added_at = excluded.added_at, updated_at = excluded.updated_at
    ), seen AS (
      INSERT INTO seen_episodes (user_id, anime_mal_id, episodes, skipped, updated_at)
      SELECT ${userId}::uuid, mal_id, seen::int4multirange, skipped::int4multirange, coalesce(at, now())
      FROM records WHERE seen IS NOT NULL
      ON CONFLICT (user_id, anime_mal_id) DO UPDATE SET
        episodes = excluded.episodes, skipped = excluded.skipped, updated_at = excluded.updated_at
    ), rewatched AS (
      INSERT INTO rewatches (user_id, anime_mal_id, number, started_on, finished_on, score, finished)
      SELECT ${userId}::uuid, mal_id, place, one ->> 'startedOn', one ->> 'finishedOn',
        (one ->> 'score')::smallint, (one ->> 'finished')::boolean
      FROM records, json_array_elements(rewatches) WITH ORDINALITY AS list (one, place)
      ON CONFLICT (user_id, anime_mal_id, number) DO UPDATE SET
        started_on = excluded.started_on, finished_on = excluded.finished_on,
        score = excluded.score, finished = excluded.finished
    ), unrewatched AS (
      DELETE FROM rewatches w USING records r
      WHERE r.rewatches IS NOT NULL AND w.user_id = ${userId}::uuid AND w.anime_mal_id = r.mal_id
        AND w.number > json_array_length(r.rewatches)
    )
    INSERT INTO list_events (id, user_id, anime_mal_id, at, day, through, batch_id, before, after, watched)
    SELECT event_id, ${userId}::uuid, mal_id, at, day, through, batch_id, before, after, watched
    FROM records WHERE event_id IS NOT NULL`),
  );
}
