import { sql } from "drizzle-orm";
import {
  bigint,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { animes } from "./catalog";
import { instant } from "./columns";

/** What happened, written in the transaction that made it true. */
export const outboxEvents = pgTable(
  "outbox_events",
  {
    id: bigint("id", { mode: "number" }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text("kind").notNull(),
    /** Names the cause, so that it is recorded once. */
    key: text("key").notNull().unique(),
    /** The time of what happened, which is ahead for a broadcast. */
    at: instant("at").notNull().defaultNow(),
    /** The user whom it concerns; null for everyone whom its title concerns, or the owners. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    animeMalId: integer("anime_mal_id").references(() => animes.malId, { onDelete: "cascade" }),
    episode: integer("episode"),
    /** Ids, numbers and codes, never names. */
    data: jsonb("data").notNull().default({}).$type<Record<string, unknown>>(),
    /** The time from which its notifications are made. */
    dueAt: instant("due_at").notNull().defaultNow(),
    /** The time at which they were made; null until then. */
    spreadAt: instant("spread_at"),
  },
  (table) => [
    index("outbox_events_due_idx")
      .on(table.dueAt)
      .where(sql`${table.spreadAt} IS NULL`),
    index("outbox_events_user_idx").on(table.userId),
    index("outbox_events_title_idx").on(table.animeMalId),
  ],
);

/** An event in the notifications of a user. */
export const notifications = pgTable(
  "notifications",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    eventId: bigint("event_id", { mode: "number" })
      .notNull()
      .references(() => outboxEvents.id, { onDelete: "cascade" }),
    /** The event's title, for what is read or muted with a title. */
    animeMalId: integer("anime_mal_id").references(() => animes.malId, { onDelete: "cascade" }),
    /** The time at which the user sees it: the event's and the user's own delay. */
    dueAt: instant("due_at").notNull(),
    readAt: instant("read_at"),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.eventId] }),
    index("notifications_user_idx").on(table.userId, table.dueAt),
    index("notifications_unread_idx")
      .on(table.userId, table.animeMalId)
      .where(sql`${table.readAt} IS NULL`),
    index("notifications_event_idx").on(table.eventId),
    index("notifications_title_idx").on(table.animeMalId),
  ],
);

/** Titles about which a user is not told. */
export const mutedTitles = pgTable(
  "muted_titles",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    animeMalId: integer("anime_mal_id")
      .notNull()
      .references(() => animes.malId, { onDelete: "cascade" }),
    mutedAt: instant("muted_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.animeMalId] }),
    index("muted_titles_title_idx").on(table.animeMalId),
  ],
);

/** A service outside of the site, or the user's mailbox, that notifications are sent to. */
export const channels = pgTable(
  "channels",
  {
    id: uuid("id").primaryKey(),
    /** The user whose channel it is; null for a webhook of the site. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    kind: text("kind").notNull(),
    name: text("name").notNull(),
    /** The host of the target, which is all that pages show of it. */
    host: text("host").notNull(),
    /** The `ChannelTarget` as JSON; null for mail, which goes to the account's address. */
    targetSealed: text("target_sealed"),
    /** The SHA-256 of a push endpoint, which belongs to one user at a time. */
    targetKey: text("target_key").unique(),
    /** The session of a browser, which shows messages while it exists; null for other channels. */
    sessionHash: text("session_hash"),
    /** The kinds of events that are sent. */
    kinds: text("kinds").array().notNull(),
    /** The time at which mail is sent: `now`, `daily` or `weekly`; `now` for other channels. */
    timing: text("timing").notNull().default("now"),
    /** Failed attempts since the last message that was accepted, and the time of the first one. */
    failures: smallint("failures").notNull().default(0),
    failingSince: instant("failing_since"),
    /** Nothing is sent before this time: the service asked for it, or could not be reached. */
    retryAt: instant("retry_at"),
    pausedAt: instant("paused_at"),
    /** The time at which it was found to be of no use any more. */
    endedAt: instant("ended_at"),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("channels_user_idx").on(table.userId),
    uniqueIndex("channels_mail_idx")
      .on(table.userId)
      .where(sql`${table.kind} = 'mail'`),
    index("channels_session_idx")
      .on(table.sessionHash)
      .where(sql`${table.sessionHash} IS NOT NULL`),
  ],
);

/** The key pair by which push services know this site; other keys would end all subscriptions. */
export const pushKeys = pgTable(
  "push_keys",
  {
    id: smallint("id").primaryKey().default(1),
    publicKey: text("public_key").notNull(),
    privateKeySealed: text("private_key_sealed").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [check("push_keys_one_check", sql`${table.id} = 1`)],
);

/** An event that is to be sent, or was sent, to a channel. */
export const deliveries = pgTable(
  "deliveries",
  {
    channelId: uuid("channel_id")
      .notNull()
      .references(() => channels.id, { onDelete: "cascade" }),
    eventId: bigint("event_id", { mode: "number" })
      .notNull()
      .references(() => outboxEvents.id, { onDelete: "cascade" }),
    /** The first event of the message that has this one; null until it is composed. */
    messageId: bigint("message_id", { mode: "number" }),
    /** The time of the next attempt; null once the message was sent or given up. */
    dueAt: instant("due_at"),
    attempts: smallint("attempts").notNull().default(0),
    /** The time of the latest attempt. */
    attemptedAt: instant("attempted_at"),
    sentAt: instant("sent_at"),
    /** The status of the latest response; null if no response came. */
    status: smallint("status"),
    /** A code for why the latest attempt failed or the site gave up; null once it was sent. */
    problem: text("problem"),
  },
  (table) => [
    primaryKey({ columns: [table.channelId, table.eventId] }),
    index("deliveries_due_idx")
      .on(table.dueAt)
      .where(sql`${table.dueAt} IS NOT NULL`),
    index("deliveries_event_idx").on(table.eventId),
  ],
);
