import { sql } from "drizzle-orm";
import {
  markForSuggestions,
  withdrawSharedTaste,
} from "~/features/suggestions/suggestion-state.server";
import type { Transaction } from "~db/client.server";
import { prepared } from "~db/prepared";
import type { StoredFields } from "./entry-diff";
import { toMultirange } from "./episode-set";
import type { EntryStamps } from "./load-tracked.server";
import type { Through } from "./through";
import type { TrackedEntry } from "./tracked-entry";

export interface EventRecord {
  id: string;
  at: string;
  day: string;
  through: Through;
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

/** Null parts are not written. One statement per 1,000. Suggestions are due where tastes change. */
export async function saveTracked(
  tx: Transaction,
  userId: string,
  records: readonly TrackedRecord[],
): Promise<void> {
  for (let start = 0; start < records.length; start += RECORDS_PER_STATEMENT)
    await saveChunk(tx, userId, records.slice(start, start + RECORDS_PER_STATEMENT));
  if (records.some(changesTaste)) await markForSuggestions(tx, userId);
  if (records.some(({ event }) => event?.after.private === true))
    await withdrawSharedTaste(tx, userId);
}

/** Not for a few more episodes; an undo has no event. */
function changesTaste({ event }: TrackedRecord): boolean {
  return event === null || ["listed", "state", "score"].some((field) => field in event.after);
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
    state: entry.state,
    score: entry.score,
    started_on: entry.startedOn,
    finished_on: entry.finishedOn,
    notes: entry.notes,
    tags: entry.tags,
    priority: entry.priority,
    private: entry.private,
    seen: isSeenChanged ? toMultirange(entry.seen) : null,
    skipped: toMultirange(entry.skipped),
    rewatches: areRewatchesChanged && entry.listed ? entry.rewatches : null,
    event_id: event?.id ?? null,
    at: event?.at ?? null,
    day: event?.day ?? null,
    through: event?.through ?? null,
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
        state text, score smallint, started_on text, finished_on text, notes text, tags text[],
        priority smallint, private boolean, seen text, skipped text, rewatches json,
        event_id uuid, at timestamptz, day date, through text, batch_id uuid, before jsonb,
        after jsonb, watched integer)
    ), removed AS (
      DELETE FROM watch_list_entries e USING records r
      WHERE NOT r.listed AND e.user_id = ${userId}::uuid AND e.anime_mal_id = r.mal_id
    ), put AS (
      INSERT INTO watch_list_entries (id, user_id, anime_mal_id, state, score, started_on,
        finished_on, notes, tags, priority, private, added_at, updated_at)
      SELECT coalesce(id, gen_random_uuid()), ${userId}::uuid, mal_id, state, score, started_on,
        finished_on, notes, tags, priority, private, coalesce(added_at, now()), coalesce(updated_at, now())
      FROM records WHERE listed
      ON CONFLICT (user_id, anime_mal_id) DO UPDATE SET
        state = excluded.state, score = excluded.score, started_on = excluded.started_on,
        finished_on = excluded.finished_on, notes = excluded.notes, tags = excluded.tags,
        priority = excluded.priority, private = excluded.private, added_at = excluded.added_at,
        updated_at = excluded.updated_at
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
