import { sql } from "drizzle-orm";
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

/** Sources that the operator added or a scan found; an episode may have several. */
export const episodeSources = pgTable(
  "episode_sources",
  {
    id: serial("id").primaryKey(),
    animeMalId: integer("anime_mal_id").notNull(),
    number: integer("number").notNull(),
    /** An http(s) URL or a local path. */
    url: text("address").notNull(),
    /** BCP 47, of subtitles (`sub`) or audio (`dub`, `raw`). */
    language: text("language"),
    kind: text("kind").notNull(),
    /** The format that the first check found; null until then. */
    format: text("format"),
    label: text("label"),
    position: integer("position").notNull().default(0),
    /** Seconds from the start; null if unmarked. */
    introStart: doublePrecision("intro_start"),
    introEnd: doublePrecision("intro_end"),
    outroStart: doublePrecision("outro_start"),
    outroEnd: doublePrecision("outro_end"),
    /** The result of the last check: `unchecked`, `ok` or `dead`. */
    status: text("status").notNull().default("unchecked"),
    /** What the last check found wrong, in words for the operator. */
    problem: text("problem"),
    checkedAt: instant("checked_at"),
    addedAt: instant("added_at").notNull().defaultNow(),
    /** Languages of the media file's tracks as BCP 47 tags; empty where they are unknown. */
    audio: text("audio")
      .array()
      .notNull()
      .default(sql`'{}'`),
    subtitles: text("subtitles")
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** The media file that a scan found; null for a source that the operator added. */
    mediaFileId: integer("media_file_id").references(() => mediaFiles.id, { onDelete: "cascade" }),
  },
  (table) => [
    foreignKey({
      name: "episode_sources_episode_fk",
      columns: [table.animeMalId, table.number],
      foreignColumns: [episodes.animeMalId, episodes.number],
    }).onDelete("cascade"),
    // The unique index also finds an episode's sources.
    unique("episode_sources_address_key").on(table.animeMalId, table.number, table.url),
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
     * Time at which the episode was marked or played to the end. Watched episodes are in
     * `seen_episodes`.
     */
    markedAt: instant("marked_at"),
    /** Whether it was played since the mark. */
    replayed: boolean("replayed").notNull().default(false),
    /** Time at which it was removed from "Continue watching"; later playback restores it. */
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
    index("playback_positions_episode_idx").on(table.animeMalId, table.number),
  ],
);

/**
 * Marks that were found by comparing the audio of a season's episodes, one row per file that was
 * compared.
 */
export const foundSkipMarks = pgTable("found_skip_marks", {
  /** A media file's path, as in its sources. */
  url: text("address").primaryKey(),
  /** The version of the file at that time; marks of another version do not apply. */
  version: text("version").notNull(),
  /** Identifies the files that it was compared with. */
  comparedWith: text("compared_with").notNull(),
  /** Seconds from the start; null if none was found. */
  introStart: doublePrecision("intro_start"),
  introEnd: doublePrecision("intro_end"),
  outroStart: doublePrecision("outro_start"),
  /** Seconds from the start; null when the outro runs to the end. */
  outroEnd: doublePrecision("outro_end"),
  foundAt: instant("found_at").notNull().defaultNow(),
});
