import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { animes } from "./catalog";
import { instant } from "./columns";

export interface StoredMessage {
  id: number;
  member: number;
  /** The user's name, or null for a guest. */
  name: string | null;
  /** The name that a guest gave. */
  guestName?: string | null;
  text: string;
}

/** Playback that several viewers share. Deleted hours after the last member left. */
export const rooms = pgTable(
  "rooms",
  {
    /** Unguessable: anyone with the link may join. */
    id: text("id").primaryKey(),
    animeMalId: integer("anime_mal_id").notNull(),
    episode: integer("episode").notNull(),
    positionSeconds: doublePrecision("position_seconds").notNull(),
    playing: boolean("playing").notNull().default(false),
    /** Time at which the position applied; lies in the future while the room waits for a member. */
    at: instant("at").notNull(),
    control: text("control", { enum: ["everyone", "host"] })
      .notNull()
      .default("everyone"),
    chat: boolean("chat").notNull().default(false),
    messages: jsonb("messages").$type<StoredMessage[]>().notNull().default([]),
    lastMember: integer("last_member"),
    lastAction: text("last_action", { enum: ["play", "pause", "seek", "episode"] }),
    /** Grows with every change, so that clients can tell which state is newer. */
    revision: integer("revision").notNull().default(1),
    nextMember: integer("next_member").notNull().default(1),
    nextMessage: integer("next_message").notNull().default(1),
    expiresAt: instant("expires_at").notNull(),
  },
  (table) => [
    foreignKey({
      name: "rooms_anime_fk",
      columns: [table.animeMalId],
      foreignColumns: [animes.malId],
    }).onDelete("cascade"),
    index("rooms_anime_idx").on(table.animeMalId),
    index("rooms_expires_idx").on(table.expiresAt),
  ],
);

export const roomMembers = pgTable(
  "room_members",
  {
    roomId: text("room_id")
      .notNull()
      .references(() => rooms.id, { onDelete: "cascade" }),
    number: integer("number").notNull(),
    /** The digest of the user's id or of a guest's cookie. */
    keyHash: text("key_hash").notNull(),
    userId: uuid("user_id").references(() => users.id, { onDelete: "cascade" }),
    /** The name that a guest gave; null for users. */
    guestName: text("guest_name"),
    /** Time at which a page of the member was last connected. */
    seenAt: instant("seen_at").notNull(),
    /** Set while the room waits for the member. */
    waitsSince: instant("waits_since"),
    waitsUntil: instant("waits_until"),
    /** The room does not wait again until this time. */
    mayWaitAt: instant("may_wait_at"),
  },
  (table) => [
    primaryKey({ columns: [table.roomId, table.number] }),
    unique("room_members_key").on(table.roomId, table.keyHash),
    index("room_members_user_idx").on(table.userId),
  ],
);
