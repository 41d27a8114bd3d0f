import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  serial,
  text,
  timestamp,
  unique,
} from "drizzle-orm/pg-core";
import { animes } from "./catalog";
import { instant } from "./columns";

/** The counts of a scan that could read the folder. */
export interface LastScan {
  ms: number;
  files: number;
  added: number;
  changed: number;
  moved: number;
  gone: number;
}

export const mediaFolders = pgTable("media_folders", {
  name: text("name").primaryKey(),
  path: text("path").notNull().unique(),
  addedAt: instant("added_at").notNull().defaultNow(),
  scannedAt: instant("scanned_at"),
  /** Time at which an owner last stopped a scan; the next one waits as long as after a scan. */
  stoppedAt: instant("stopped_at"),
  /** Whether it is scanned by itself, after changes and in intervals. */
  isWatched: boolean("is_watched").notNull().default(true),
  /** Why the folder could not be read, as `storeReason` writes it. */
  problem: text("problem"),
  lastScan: jsonb("last_scan").$type<LastScan>(),
  /** How many files the last scan skipped; the first ones are listed with reasons. */
  skippedCount: integer("skipped_count").notNull().default(0),
  skipped: jsonb("skipped")
    .$type<{ path: string; reason: string }[]>()
    .notNull()
    .default(sql`'[]'::jsonb`),
});

export interface MediaSuggestion {
  malId: number;
  firstEpisode: number | null;
  lastEpisode: number | null;
  confidence: number;
  /** Why the file was skipped, as `storeReason` writes it. */
  reason: string;
}

export const mediaFiles = pgTable(
  "media_files",
  {
    id: serial("id").primaryKey(),
    folder: text("folder")
      .notNull()
      .references(() => mediaFolders.name, { onDelete: "cascade", onUpdate: "cascade" }),
    /** The path as on disk, with `/`. */
    path: text("path").notNull(),
    size: bigint("size", { mode: "number" }).notNull(),
    modifiedAt: timestamp("modified_at", {
      withTimezone: true,
      mode: "date",
      precision: 3,
    }).notNull(),
    /** Device and inode, such as `2049:131`; renaming preserves them. */
    fileId: text("file_id"),
    /** `new`, then `ready`, `unreadable` or `unsupported`; `missing` while gone. */
    status: text("status").notNull().default("new"),
    /** Why the file cannot be used, as `storeReason` writes it. */
    problem: text("problem"),
    container: jsonb("container").$type<Record<string, unknown>>(),
    /** Files of a key share a decision. */
    groupKey: text("group_key").notNull(),
    parsedTitle: text("parsed_title").notNull().default(""),
    releaseGroup: text("release_group"),
    version: integer("version").notNull().default(1),
    /** The kind: `episode`, `movie`, `special` or `extra` (openings, trailers). */
    kind: text("kind").notNull().default("episode"),
    animeMalId: integer("anime_mal_id").references(() => animes.malId, { onDelete: "set null" }),
    firstEpisode: integer("first_episode"),
    lastEpisode: integer("last_episode"),
    confidence: doublePrecision("confidence"),
    /** Why the match is doubtful or the file no episode, as `storeReason` writes it. */
    reason: text("reason"),
    /** How the match was decided; null while it is doubtful. */
    decision: text("decision").$type<"automatic" | "confirmed" | "ignored">(),
    suggestions: jsonb("suggestions")
      .$type<MediaSuggestion[]>()
      .notNull()
      .default(sql`'[]'::jsonb`),
    seenAt: instant("seen_at").notNull().defaultNow(),
  },
  (table) => [
    unique("media_files_path_key").on(table.folder, table.path),
    index("media_files_group_idx").on(table.folder, table.groupKey),
    index("media_files_anime_idx").on(table.animeMalId),
    check(
      "media_files_status_check",
      sql`${table.status} IN ('new', 'ready', 'unreadable', 'unsupported', 'missing')`,
    ),
    check(
      "media_files_decision_check",
      sql`${table.decision} IN ('automatic', 'confirmed', 'ignored')`,
    ),
  ],
);

/** Decisions about groups, which hold for later files of the group too. */
export const mediaDecisions = pgTable(
  "media_decisions",
  {
    folder: text("folder")
      .notNull()
      .references(() => mediaFolders.name, { onDelete: "cascade", onUpdate: "cascade" }),
    groupKey: text("group_key").notNull(),
    /** The title of these files, or null when they are ignored; `isAnime` says why. */
    animeMalId: integer("anime_mal_id").references(() => animes.malId, { onDelete: "cascade" }),
    /** -12 when the title's first episode is named 13. */
    episodeOffset: integer("episode_offset").notNull().default(0),
    isAnime: boolean("is_anime").notNull().default(true),
    decidedAt: instant("decided_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.folder, table.groupKey] }),
    index("media_decisions_anime_idx").on(table.animeMalId),
    check("media_decisions_anime_check", sql`${table.animeMalId} IS NULL OR ${table.isAnime}`),
  ],
);
