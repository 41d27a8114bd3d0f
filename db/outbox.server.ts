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
 * other. An event whose key is there already is left as it is.
 */
export async function addToOutbox(tx: Transaction, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return;
  await tx
    .insert(outboxEvents)
    .values(
      events.map(({ kind, key, animeId, episode, at = new Date(), dueAt = at }) => ({
        kind,
        key,
        animeMalId: animeId,
        episode,
        at,
        dueAt,
      })),
    )
    .onConflictDoNothing({ target: outboxEvents.key });
}
