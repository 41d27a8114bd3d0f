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
import { mediaFiles } from "./media";

/** Attached by the operator; an episode may have several. */
export const episodeSources = pgTable(
  "episode_sources",
  {
    id: serial("id").primaryKey(),
    animeMalId: integer("anime_mal_id").notNull(),
    number: integer("number").notNull(),
    /** An http(s) URL, or a local path such as `/media/files/…`. */
    address: text("address").notNull(),
    /** BCP 47 tag of the subtitles (`sub`) or the audio (`dub`, `raw`); null if unspecified. */
    language: text("language"),
    kind: text("kind").notNull(),
    /** `playlist` or `file`; null before the first check. */
    format: text("format"),
    label: text("label"),
    position: integer("position").notNull().default(0),
    /** Seconds from the start; null if unmarked. */
    introStart: doublePrecision("intro_start"),
    introEnd: doublePrecision("intro_end"),
    outroStart: doublePrecision("outro_start"),
    outroEnd: doublePrecision("outro_end"),
    /** `unchecked`, `ok` or `dead`. */
    status: text("status").notNull().default("unchecked"),
    /** Why it is dead, for the operator. */
    problem: text("problem"),
    checkedAt: instant("checked_at"),
    /** Set by scans; null for sources that the operator attached. */
    mediaFileId: integer("media_file_id").references(() => mediaFiles.id, { onDelete: "cascade" }),
  },
  (table) => [
    foreignKey({
      name: "episode_sources_episode_fk",
      columns: [table.animeMalId, table.number],
      foreignColumns: [episodes.animeMalId, episodes.number],
    }).onDelete("cascade"),
    // The upsert's conflict target, which also finds an episode's sources.
    unique("episode_sources_address_key").on(table.animeMalId, table.number, table.address),
    index("episode_sources_media_file_idx").on(table.mediaFileId),
  ],
);

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
    /**
     * When a device last marked the episode or played it to its end. Whether it is seen is in
     * `seen_episodes`.
     */
    markedAt: instant("marked_at"),
    /** Played again from the start since the mark. */
    replayed: boolean("replayed").notNull().default(false),
    /** When the title was removed from "Continue watching". Only later playback restores it. */
    removedAt: instant("removed_at"),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.animeMalId, table.number] }),
    foreignKey({
      name: "playback_positions_episode_fk",
      columns: [table.animeMalId, table.number],
      foreignColumns: [episodes.animeMalId, episodes.number],
    }).onDelete("cascade"),
    index("playback_positions_user_idx").on(table.userId, table.updatedAt),
  ],
);
