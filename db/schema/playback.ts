import {
  boolean,
  doublePrecision,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  serial,
  text,
  unique,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { episodes } from "./catalog";
import { instant } from "./columns";

/** Where an episode can be played from, as the operator attached it. An episode may have several. */
export const episodeSources = pgTable(
  "episode_sources",
  {
    id: serial("id").primaryKey(),
    animeMalId: integer("anime_mal_id").notNull(),
    number: integer("number").notNull(),
    /** An http(s) URL, or a path of our own such as `/media/files/…`. */
    address: text("address").notNull(),
    /** BCP 47 tag of what is read (`sub`) or heard (`dub`, `raw`); null where the operator did not say. */
    language: text("language"),
    /** `sub`, `dub` or `raw`. */
    kind: text("kind").notNull(),
    /** `playlist` or `file`, as the last check found it; null before. */
    format: text("format"),
    /** The quality in the operator's words, as `1080p`. */
    label: text("label"),
    /** Lower ones are offered first. */
    position: integer("position").notNull().default(0),
    /** Seconds from the start; null where nothing is marked. */
    introStart: doublePrecision("intro_start"),
    introEnd: doublePrecision("intro_end"),
    outroStart: doublePrecision("outro_start"),
    outroEnd: doublePrecision("outro_end"),
    /** `unchecked`, `ok` or `dead`. */
    status: text("status").notNull().default("unchecked"),
    /** Why it is dead, in a sentence for the operator. */
    problem: text("problem"),
    checkedAt: instant("checked_at"),
  },
  (table) => [
    foreignKey({
      name: "episode_sources_episode_fk",
      columns: [table.animeMalId, table.number],
      foreignColumns: [episodes.animeMalId, episodes.number],
    }).onDelete("cascade"),
    // Adding the same address twice changes the source instead of doubling it; it also finds an episode's sources.
    unique("episode_sources_address_key").on(table.animeMalId, table.number, table.address),
  ],
);

/** A folder of the operator's that is served under `/media/files/<name>/`. */
export const mediaFolders = pgTable("media_folders", {
  name: text("name").primaryKey(),
  /** Absolute, with links resolved. */
  path: text("path").notNull().unique(),
  addedAt: instant("added_at").notNull().defaultNow(),
});

/** How far a person has come in an episode. */
export const playbackPositions = pgTable(
  "playback_positions",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    animeMalId: integer("anime_mal_id").notNull(),
    number: integer("number").notNull(),
    positionSeconds: doublePrecision("position_seconds").notNull(),
    durationSeconds: doublePrecision("duration_seconds"),
    watched: boolean("watched").notNull().default(false),
    /** When it was true what `watched` says: of the last mark, or of the moment that reached the end. Null while nothing has decided it. */
    markedAt: instant("marked_at"),
    /** Taken off "Continue watching"; playing it again brings it back. */
    hidden: boolean("hidden").notNull().default(false),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.animeMalId, table.number] }),
    foreignKey({
      name: "playback_positions_episode_fk",
      columns: [table.animeMalId, table.number],
      foreignColumns: [episodes.animeMalId, episodes.number],
    }).onDelete("cascade"),
    // "Continue watching": a person's latest.
    index("playback_positions_user_idx").on(table.userId, table.updatedAt),
  ],
);
