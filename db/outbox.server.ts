import { sql } from "drizzle-orm";
import { outboxEvents } from "./schema";
import type { Database, Transaction } from "./client.server";

interface Cause {
  /** Names the cause, so that it is recorded once. */
  key: string;
  /** The time of what happened; now unless given. */
  at?: Date;
  /** The time from which its notifications are made; `at` unless given. */
  dueAt?: Date;
  /** Whether nobody is notified, as of much at once. */
  isTold?: boolean;
}

interface EpisodeEvent extends Cause {
  kind: "episode.aired" | "episode.available";
  animeId: number;
  episode: number;
}

/** A title that follows another was announced, or its first day became known. */
interface SequelEvent extends Cause {
  kind: "sequel.announced";
  animeId: number;
  isDated: boolean;
}

/** A search that the user follows has matches that are new. */
interface SearchEvent extends Cause {
  kind: "search.matched";
  userId: string;
  searchId: string;
}

/** A job of the site fails again and again, or does not run. */
interface JobEvent extends Cause {
  kind: "job.failed";
  job: string;
}

/** A channel of the user takes no messages any more. */
interface ChannelEvent extends Cause {
  kind: "channel.ended";
  userId: string;
  channelId: string;
}

/** What may happen to the account itself, for all of which there is a mail. */
export const ACCOUNT_CHANGES = [
  "emailChanged",
  "passkeyAdded",
  "passkeyRemoved",
  "passwordChanged",
  "pinGuessed",
  "providerConnected",
  "providerDisconnected",
  "recoveryCodeUsed",
  "secondFactorGuessed",
  "secondFactorOff",
  "secondFactorOn",
] as const;
export type AccountChange = (typeof ACCOUNT_CHANGES)[number];

/** The user's account was changed, or someone tries to get into it. */
interface AccountEvent extends Cause {
  kind: "account.changed";
  userId: string;
  change: AccountChange;
  /** The address that the account had before, which is mailed in place of the new one. */
  address?: string | undefined;
}

/** What happened, by kind. */
export type OutboxEvent =
  | EpisodeEvent
  | SequelEvent
  | SearchEvent
  | AccountEvent
  | ChannelEvent
  | JobEvent;

/**
 * Records what happened in the transaction that makes it true, so that neither is without the
 * other. An event whose key is there already takes the new time and number while its notifications
 * are not made, and is left as it is after that. Returns how many events are new or changed.
 */
export async function addToOutbox(
  tx: Transaction | Database,
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
        const { kind, key, at = new Date(), dueAt = at, isTold = false } = event;
        return { kind, key, at, dueAt, spreadAt: isTold ? at : null, ...subjectOf(event) };
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
  switch (event.kind) {
    case "sequel.announced":
      return { animeMalId: event.animeId, data: { dated: event.isDated } };
    case "search.matched":
      return { userId: event.userId, data: { search: event.searchId } };
    case "job.failed":
      return { data: { job: event.job } };
    case "channel.ended":
      return { userId: event.userId, data: { channel: event.channelId } };
    case "account.changed":
      return { userId: event.userId, data: { change: event.change, address: event.address } };
    default:
      return { animeMalId: event.animeId, episode: event.episode };
  }
}
