import { sql } from "drizzle-orm";
import { prepared } from "./prepared";
import { outboxEvents } from "./schema";
import type { Database, Transaction } from "./client.server";

interface Cause {
  /** Names the cause, so that it is recorded once. */
  key: string;
  /** The time of what happened; now unless given. */
  at?: Date;
  /** The time from which its notifications are made; `at` unless given. */
  dueAt?: Date;
  /** Whether the event is only recorded, without notifications; set for events in bulk. */
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

/** What the user asked for plays here, or was declined; without an episode, it is the title. */
interface WishEvent extends Cause {
  kind: "wish.added" | "wish.declined";
  userId: string;
  animeId: number;
  episode: number | null;
}

/** A child asks for a title above its age limit. */
interface ChildEvent extends Cause {
  kind: "child.asked";
  animeId: number;
  childId: string;
}

/** A job of the site fails again and again, or does not run. */
interface JobEvent extends Cause {
  kind: "job.failed";
  job: string;
}

/** A channel of the user, or a webhook of the site, takes no messages any more. */
interface ChannelEvent extends Cause {
  kind: "channel.ended";
  userId: string | null;
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

/** A change of an entry of the user's list, with what a program is told of it. */
interface EntryEvent extends Cause {
  kind: "episode.watched" | "entry.changed" | "entry.removed";
  userId: string;
  animeId: number;
  data: Record<string, unknown>;
}

/** An import of the user's list is over; null for the catalog's. */
interface ImportEvent extends Cause {
  kind: "import.finished";
  userId: string | null;
  data: Record<string, unknown>;
}

/** What programs alone are told. */
export type ProgramEvent = EntryEvent | ImportEvent;

/** What happened, by kind. */
export type OutboxEvent =
  | EpisodeEvent
  | SequelEvent
  | SearchEvent
  | WishEvent
  | ChildEvent
  | AccountEvent
  | ChannelEvent
  | JobEvent
  | ProgramEvent;

const EVENTS_PER_STATEMENT = 1_000;

/**
 * Records what happened in the transaction that makes it true, so that neither is without the
 * other. An event whose key is there already takes the new time and number while its notifications
 * are not made, and is left as it is after that. Returns how many events are new or changed.
 */
export async function addToOutbox(
  tx: Transaction | Database,
  events: readonly OutboxEvent[],
): Promise<number> {
  // One statement cannot write a row twice.
  const distinct = [...new Map(events.map((event) => [event.key, event])).values()];
  let count = 0;
  for (let start = 0; start < distinct.length; start += EVENTS_PER_STATEMENT)
    count += await writeEvents(tx, distinct.slice(start, start + EVENTS_PER_STATEMENT));
  return count;
}

/**
 * Records what programs alone are told and has it sent, if a webhook of the user, or of the site if
 * it is null, takes its kind. No notifications are made of it.
 */
export async function addForPrograms(
  tx: Transaction | Database,
  userId: string | null,
  events: readonly ProgramEvent[],
): Promise<void> {
  if (events.length === 0) return;
  const takers = sql`FROM channels c
    WHERE ${userId === null ? sql`c.user_id IS NULL` : sql`c.user_id = ${userId}::uuid`}
      AND c.kind = 'webhook' AND c.paused_at IS NULL AND c.ended_at IS NULL`;
  const rows = await tx.execute<{ kind: string }>(
    prepared(sql`SELECT DISTINCT unnest(c.kinds) AS kind ${takers}`),
  );
  const kinds = new Set(rows.map(({ kind }) => kind));
  const told = events.filter(({ kind }) => kinds.has(kind));
  if (told.length === 0) return;
  await addToOutbox(
    tx,
    told.map((event) => ({ ...event, isTold: true })),
  );
  await tx.execute(sql`
    INSERT INTO deliveries (channel_id, event_id, due_at)
    SELECT c.id, o.id, o.at
    FROM outbox_events o CROSS JOIN LATERAL (SELECT c.id, c.kinds ${takers}) c
    WHERE o.key = ANY(${sql.param(told.map(({ key }) => key))}::text[]) AND o.kind = ANY(c.kinds)
    ON CONFLICT DO NOTHING`);
}

async function writeEvents(
  tx: Transaction | Database,
  events: readonly OutboxEvent[],
): Promise<number> {
  const { key: target, at: storedAt, episode: storedEpisode, spreadAt } = outboxEvents;
  const written = await tx
    .insert(outboxEvents)
    .values(
      events.map((event) => {
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
    case "wish.added":
    case "wish.declined":
      return { userId: event.userId, animeMalId: event.animeId, episode: event.episode };
    case "child.asked":
      return { animeMalId: event.animeId, data: { child: event.childId } };
    case "job.failed":
      return { data: { job: event.job } };
    case "channel.ended":
      return { userId: event.userId, data: { channel: event.channelId } };
    case "account.changed":
      return { userId: event.userId, data: { change: event.change, address: event.address } };
    case "episode.watched":
    case "entry.changed":
    case "entry.removed":
      return { userId: event.userId, animeMalId: event.animeId, data: event.data };
    case "import.finished":
      return { userId: event.userId, data: event.data };
    default:
      return { animeMalId: event.animeId, episode: event.episode };
  }
}
