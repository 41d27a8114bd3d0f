import { sql } from "drizzle-orm";
import { outboxEvents } from "./schema";
import type { Transaction } from "./client.server";

interface Cause {
  /** Names the cause, so that it is recorded once. */
  key: string;
  /** The time of what happened; now unless given. */
  at?: Date;
  /** The time from which its notifications are made; `at` unless given. */
  dueAt?: Date;
}

interface EpisodeEvent extends Cause {
  kind: "episode.aired" | "episode.available";
  animeId: number;
  episode: number;
}

/** A channel of the user takes no messages any more. */
interface ChannelEvent extends Cause {
  kind: "channel.ended";
  userId: string;
  channelId: string;
}

/** What happened, by kind. */
export type OutboxEvent = EpisodeEvent | ChannelEvent;

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
      [...byKey.values()].map((event) => {
        const { kind, key, at = new Date(), dueAt = at } = event;
        return { kind, key, at, dueAt, ...subjectOf(event) };
      }),
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

function subjectOf(event: OutboxEvent) {
  return event.kind === "channel.ended"
    ? { userId: event.userId, data: { channel: event.channelId } }
    : { animeMalId: event.animeId, episode: event.episode };
}
