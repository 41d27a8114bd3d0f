import { sql } from "drizzle-orm";
import { outboxEvents } from "./schema";
import type { Transaction } from "./client.server";

interface TitleEvent {
  animeId: number;
  episode: number;
  /** Names the cause, so that it is recorded once. */
  key: string;
  /** The time of what happened; now unless given. */
  at?: Date;
  /** The time from which its notifications are made; `at` unless given. */
  dueAt?: Date;
}

/** What happened, by kind. */
export type OutboxEvent =
  | (TitleEvent & { kind: "episode.aired" })
  | (TitleEvent & { kind: "episode.available" });

/**
 * Records what happened in the transaction that makes it true, so that neither is without the
 * other. An event whose key is there already takes the new time and number while its notifications
 * are not made, and is left as it is after that. Returns how many events are new or changed.
 */
export async function addToOutbox(
  tx: Transaction,
  events: readonly OutboxEvent[],
): Promise<number> {
  if (events.length === 0) return 0;
  const { key: target, at: storedAt, episode: storedEpisode, spreadAt } = outboxEvents;
  // One statement cannot write a row twice.
  const byKey = new Map(events.map((event) => [event.key, event]));
  const written = await tx
    .insert(outboxEvents)
    .values(
      [...byKey.values()].map(({ kind, key, animeId, episode, at = new Date(), dueAt = at }) => ({
        kind,
        key,
        animeMalId: animeId,
        episode,
        at,
        dueAt,
      })),
    )
    .onConflictDoUpdate({
      target,
      set: {
        at: sql`excluded.at`,
        dueAt: sql`excluded.due_at`,
        episode: sql`excluded.episode`,
      },
      setWhere: sql`${spreadAt} IS NULL
        AND (${storedAt}, ${storedEpisode}) IS DISTINCT FROM (excluded.at, excluded.episode)`,
    })
    .returning({ id: outboxEvents.id });
  return written.length;
}
