import { randomUUID } from "node:crypto";
import { and, asc, desc, eq, isNotNull, isNull, ne, not, sql, type SQL } from "drizzle-orm";
import { Conflict, Invalid, NotFound } from "~/errors/app-error";
import type { EventKind } from "~/features/notifications/notification-kinds";
import type { ChannelKind, ChannelTarget } from "~/providers/channels/channel-target";
import { rotateWebhookSecret } from "~/providers/channels/webhook";
import type { Keyring } from "~/secrets/keyring.server";
import { takeAdvisoryLock } from "~db/advisory-lock.server";
import type { Database, RecordChange, Transaction } from "~db/client.server";
import { channels, deliveries, outboxEvents, sessions, users } from "~db/schema";
import { MAX_CHANNELS } from "./channel-forms";
import { openTarget, sealTarget } from "./channel-target.server";
import type { MailTiming } from "./mail-timing";

/** How many attempts the log of a channel shows. */
const MAX_LOGGED = 50;

export interface Channel {
  id: string;
  kind: ChannelKind;
  name: string;
  host: string;
  kinds: string[];
  failingSince: Date | null;
  pausedAt: Date | null;
  endedAt: Date | null;
  timing: MailTiming;
  /** The SHA-256 of a browser's endpoint in base64url; null for other channels. */
  targetKey: string | null;
}

const channelColumns = {
  id: channels.id,
  kind: sql<ChannelKind>`${channels.kind}`,
  name: channels.name,
  host: channels.host,
  kinds: channels.kinds,
  failingSince: channels.failingSince,
  pausedAt: channels.pausedAt,
  endedAt: channels.endedAt,
  targetKey: channels.targetKey,
  timing: sql<MailTiming>`${channels.timing}`,
};

/** Whether a channel is not that of a browser whose session has ended. */
const IS_SIGNED_IN = sql`(${channels.kind} <> 'push' OR EXISTS (
  SELECT FROM ${sessions} WHERE ${sessions.idHash} = ${channels.sessionHash}))`;

/** Mail stays, for changes of the account. */
const IS_REMOVABLE = ne(channels.kind, "mail");

/** The owner of channels. */
export interface ChannelOwner {
  /** The user whose they are; null for the webhooks of the site. */
  userId: string | null;
  /** Follows each change in its transaction. */
  record?: RecordChange<{ change: ChannelChange; name: string }>;
}

export type ChannelChange = "added" | "kinds" | "paused" | "removed" | "resumed" | "rotated";

function isOf(userId: string | null) {
  return userId === null ? isNull(channels.userId) : eq(channels.userId, userId);
}

/**
 * Lists a user's channels, or with null the site's, in the order in which they were added. A
 * browser that was signed out is left out; it has its kinds again once it subscribes in a new
 * session.
 */
export function listChannels(db: Database, userId: string | null): Promise<Channel[]> {
  return db
    .select(channelColumns)
    .from(channels)
    .where(and(isOf(userId), IS_SIGNED_IN))
    .orderBy(asc(channels.createdAt), asc(channels.id));
}

interface NewChannel {
  name: string;
  host: string;
  target: ChannelTarget;
  kinds: readonly EventKind[];
}

/** Throws `Conflict` beyond `MAX_CHANNELS`. */
export function addChannel(
  db: Database,
  keyring: Keyring,
  { userId, record }: ChannelOwner,
  { name, host, target, kinds }: NewChannel,
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockChannels(tx, userId);
    await makeRoom(tx, userId);
    const id = randomUUID();
    const targetSealed = sealTarget(keyring, id, target);
    await tx
      .insert(channels)
      .values({ id, userId, kind: target.kind, name, host, targetSealed, kinds: [...kinds] });
    await record?.(tx, { change: "added", name });
  });
}

/** Makes additions to an owner's channels wait for each other, so that each counts the others. */
export async function lockChannels(tx: Transaction, userId: string | null): Promise<void> {
  if (userId === null) return takeAdvisoryLock(tx, "siteChannels");
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("no key update");
}

/**
 * Deletes the user's signed-out browsers if the limit is reached. The caller has called
 * `lockChannels`. Throws `Conflict` if the limit is still reached.
 */
export async function makeRoom(
  tx: Transaction,
  userId: string | null,
  { max, kind }: { max: number; kind?: "push" } = { max: MAX_CHANNELS },
): Promise<void> {
  const counted = and(
    isOf(userId),
    kind === undefined ? ne(channels.kind, "mail") : eq(channels.kind, kind),
  );
  if ((await tx.$count(channels, counted)) < max) return;
  await tx.delete(channels).where(and(counted, not(IS_SIGNED_IN)));
  if ((await tx.$count(channels, counted)) >= max)
    throw new Conflict({
      key: kind === "push" ? "push.tooMany" : "channel.tooMany",
      values: { max },
    });
}

/** Sets which kinds are sent to each of these channels; ignores those that the owner has not. */
export function saveChannelKinds(
  db: Database,
  { userId, record }: ChannelOwner,
  kindsOf: ReadonlyMap<string, readonly EventKind[]>,
): Promise<void> {
  return db.transaction(async (tx) => {
    for (const [id, kinds] of kindsOf) {
      const [changed] = await tx
        .update(channels)
        .set({ kinds: [...kinds] })
        .where(and(isOwn(userId, id), ne(channels.kinds, [...kinds])))
        .returning({ name: channels.name });
      if (changed !== undefined) await record?.(tx, { change: "kinds", name: changed.name });
    }
  });
}

/** What waits is not sent later. Throws `NotFound`. */
export function pauseChannel(db: Database, owner: ChannelOwner, id: string): Promise<void> {
  return db.transaction(async (tx) => {
    await changeChannel(tx, owner, id, "paused", { pausedAt: sql`now()` }, IS_REMOVABLE);
    await dropDeliveries(tx, id, "paused");
  });
}

/** Sends to a channel again that was paused or has ended. Throws `NotFound`. */
export function resumeChannel(db: Database, owner: ChannelOwner, id: string): Promise<void> {
  const renewed = { pausedAt: null, endedAt: null, failures: 0, failingSince: null, retryAt: null };
  return db.transaction((tx) => changeChannel(tx, owner, id, "resumed", renewed));
}

/** Deletes the channel with its log and the notifications about it. Throws `NotFound`. */
export function removeChannel(
  db: Database,
  { userId, record }: ChannelOwner,
  id: string,
): Promise<void> {
  return db.transaction(async (tx) => {
    const [removed] = await tx
      .delete(channels)
      .where(and(isOwn(userId, id), IS_REMOVABLE))
      .returning({ name: channels.name });
    if (removed === undefined) throw new NotFound("channel.notFound");
    const isOfOwner =
      userId === null ? isNull(outboxEvents.userId) : eq(outboxEvents.userId, userId);
    await tx
      .delete(outboxEvents)
      .where(and(isOfOwner, sql`${outboxEvents.data} ->> 'channel' = ${id}`));
    await record?.(tx, { change: "removed", name: removed.name });
  });
}

/**
 * Gives a webhook another secret, and returns it with the webhook's name. Throws `NotFound`, and
 * `Invalid` on `id` for a channel that is no webhook.
 */
export function rotateSecret(
  db: Database,
  keyring: Keyring,
  owner: ChannelOwner,
  id: string,
): Promise<{ secret: string; name: string }> {
  return db.transaction(async (tx) => {
    const { name, sealed } = await readSealed(tx, owner.userId, id, { isLocked: true });
    const target = openTarget(keyring, id, sealed);
    if (target.kind !== "webhook") throw new Invalid([{ path: "id", message: "channel.noSecret" }]);
    const renewed = rotateWebhookSecret(target, new Date());
    const targetSealed = sealTarget(keyring, id, renewed);
    await changeChannel(tx, owner, id, "rotated", { targetSealed });
    return { secret: renewed.secret, name };
  });
}

/** Throws `NotFound`, `SecretError`. */
export async function readTarget(
  db: Database,
  keyring: Keyring,
  userId: string | null,
  id: string,
): Promise<ChannelTarget> {
  return openTarget(keyring, id, (await readSealed(db, userId, id)).sealed);
}

export interface LoggedDelivery {
  channelId: string;
  /** The id that the receiver was sent. */
  message: number;
  attemptedAt: Date;
  attempts: number;
  sentAt: Date | null;
  /** The time of the next attempt; null after the last one. */
  dueAt: Date | null;
  status: number | null;
  problem: string | null;
}

/** Lists the latest attempts of each of an owner's channels, one row per message. */
export async function listDeliveries(
  db: Database,
  userId: string | null,
): Promise<LoggedDelivery[]> {
  const ranked = db.$with("ranked").as(
    db
      .selectDistinctOn([deliveries.channelId, deliveries.messageId], {
        channelId: deliveries.channelId,
        message: sql<number>`${deliveries.messageId}`.as("message"),
        attemptedAt: sql<Date>`${deliveries.attemptedAt}`.mapWith(deliveries.attemptedAt).as("at"),
        attempts: deliveries.attempts,
        sentAt: deliveries.sentAt,
        dueAt: deliveries.dueAt,
        status: deliveries.status,
        problem: deliveries.problem,
      })
      .from(deliveries)
      .innerJoin(channels, eq(channels.id, deliveries.channelId))
      .where(and(isOf(userId), isNotNull(deliveries.attemptedAt)))
      .orderBy(deliveries.channelId, deliveries.messageId, desc(deliveries.attemptedAt)),
  );
  const rows = await db.with(ranked).select().from(ranked).orderBy(desc(ranked.attemptedAt));
  const shown = new Map<string, number>();
  return rows.filter(({ channelId }) => {
    const before = shown.get(channelId) ?? 0;
    shown.set(channelId, before + 1);
    return before < MAX_LOGGED;
  });
}

/** Ends what a channel still has to send. */
export async function dropDeliveries(
  tx: Transaction | Database,
  channelId: string,
  problem: string,
): Promise<void> {
  await tx
    .update(deliveries)
    .set({ dueAt: null, problem })
    .where(and(eq(deliveries.channelId, channelId), isNotNull(deliveries.dueAt)));
}

/** Ends what a mail channel still has to send, but for changes of the account. */
export async function dropNews(tx: Transaction, channelId: string, problem: string): Promise<void> {
  await tx
    .update(deliveries)
    .set({ dueAt: null, problem })
    .from(outboxEvents)
    .where(
      and(
        eq(deliveries.channelId, channelId),
        isNotNull(deliveries.dueAt),
        eq(outboxEvents.id, deliveries.eventId),
        ne(outboxEvents.kind, "account.changed"),
      ),
    );
}

function isOwn(userId: string | null, id: string) {
  return and(isOf(userId), eq(channels.id, id), IS_SIGNED_IN);
}

async function changeChannel(
  tx: Transaction,
  { userId, record }: ChannelOwner,
  id: string,
  change: ChannelChange,
  values: Parameters<ReturnType<Database["update"]>["set"]>[0],
  condition?: SQL,
): Promise<void> {
  const [changed] = await tx
    .update(channels)
    .set(values)
    .where(and(isOwn(userId, id), condition))
    .returning({ name: channels.name });
  if (changed === undefined) throw new NotFound("channel.notFound");
  await record?.(tx, { change, name: changed.name });
}

async function readSealed(
  tx: Transaction | Database,
  userId: string | null,
  id: string,
  { isLocked = false } = {},
): Promise<{ name: string; sealed: string }> {
  const query = tx
    .select({ name: channels.name, sealed: channels.targetSealed })
    .from(channels)
    .where(isOwn(userId, id));
  const [row] = await (isLocked ? query.for("update") : query);
  const { name, sealed = null } = row ?? {};
  if (name === undefined || sealed === null) throw new NotFound("channel.notFound");
  return { name, sealed };
}
