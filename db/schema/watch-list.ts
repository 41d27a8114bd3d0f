import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  date,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  unique,
  uuid,
  type AnyPgColumn,
} from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { animes } from "./catalog";
import { instant, multirange, names } from "./columns";

type EntryState = "watching" | "planned" | "completed" | "paused" | "dropped" | "rewatching";

const owner = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** The application checks that the day exists. */
const partialDateCheck = (name: string, column: AnyPgColumn) =>
  check(name, sql`${column} ~ '^[0-9]{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12][0-9]|3[01]))?)?$'`);

/** `type` is the collection type of specification 2.7. */
export const watchListEntries = pgTable(
  "watch_list_entries",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: owner(),
    animeMalId: integer("anime_mal_id")
      .notNull()
      .references(() => animes.malId),
    state: text("state").$type<EntryState>(),
    type: text("type")
      .notNull()
      .generatedAlwaysAs(
        sql`(CASE WHEN state IN ('watching', 'paused', 'rewatching') THEN 'Watching' WHEN state = 'planned' THEN 'To Watch' WHEN state = 'completed' THEN 'Completed' ELSE 'Collection' END)`,
      ),
    /** A score from 0 to 100, whatever scale the user sees. */
    score: smallint("score"),
    /**
     * A date such as `2024`, `2024-05` or `2024-05-17`, which sorts as text; so is `finishedOn`.
     */
    startedOn: text("started_on"),
    finishedOn: text("finished_on"),
    notes: text("notes"),
    tags: names("tags"),
    priority: smallint("priority").notNull().default(0),
    private: boolean("private").notNull().default(false),
    addedAt: instant("added_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    // The upsert's conflict target; rewatches refer to it, too.
    unique("watch_list_entries_user_anime_key").on(table.userId, table.animeMalId),
    index("watch_list_entries_user_idx").on(table.userId, table.updatedAt),
    index("watch_list_entries_title_idx").on(table.animeMalId),
    check(
      "watch_list_entries_state_check",
      sql`${table.state} IN ('watching', 'planned', 'completed', 'paused', 'dropped', 'rewatching')`,
    ),
    check("watch_list_entries_score_check", sql`${table.score} BETWEEN 0 AND 100`),
    check("watch_list_entries_priority_check", sql`${table.priority} BETWEEN 0 AND 2`),
    partialDateCheck("watch_list_entries_started_on_check", table.startedOn),
    partialDateCheck("watch_list_entries_finished_on_check", table.finishedOn),
  ],
);

/**
 * Episodes that marks, playback, counts and imports have written, on the list or not. A rewatch
 * resets them.
 */
export const seenEpisodes = pgTable(
  "seen_episodes",
  {
    userId: owner(),
    animeMalId: integer("anime_mal_id")
      .notNull()
      .references(() => animes.malId),
    episodes: multirange("episodes").notNull(),
    /** Episodes that the user marked as not seen, so that counting skips them. */
    skipped: multirange("skipped")
      .notNull()
      .default(sql`'{}'`),
    /** `count_episodes` is defined in the migration. */
    count: integer("count")
      .notNull()
      .generatedAlwaysAs(sql`(count_episodes(episodes))`),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.animeMalId] }),
    index("seen_episodes_title_idx").on(table.animeMalId),
  ],
);

export const rewatches = pgTable(
  "rewatches",
  {
    userId: uuid("user_id").notNull(),
    animeMalId: integer("anime_mal_id").notNull(),
    number: integer("number").notNull(),
    startedOn: text("started_on"),
    finishedOn: text("finished_on"),
    score: smallint("score"),
    /** Whether the rewatch is over. Only the last one may be unfinished. */
    finished: boolean("finished").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.animeMalId, table.number] }),
    foreignKey({
      name: "rewatches_entry_fk",
      columns: [table.userId, table.animeMalId],
      foreignColumns: [watchListEntries.userId, watchListEntries.animeMalId],
    }).onDelete("cascade"),
    check("rewatches_score_check", sql`${table.score} BETWEEN 0 AND 100`),
    partialDateCheck("rewatches_started_on_check", table.startedOn),
    partialDateCheck("rewatches_finished_on_check", table.finishedOn),
  ],
);

export const listEvents = pgTable(
  "list_events",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: owner(),
    animeMalId: integer("anime_mal_id")
      .notNull()
      .references(() => animes.malId),
    /** Time of the event, which may be long ago: devices that were offline report late. */
    at: instant("at").notNull(),
    /** The user's calendar day of `at`. */
    day: date("day", { mode: "string" }).notNull(),
    via: text("through").notNull(),
    /** Groups the events of one import or bulk change by the id of its first event. */
    batchId: uuid("batch_id"),
    /** Changed fields, under the names that the tracking rules use. */
    before: jsonb("before").$type<Record<string, unknown>>().notNull(),
    after: jsonb("after").$type<Record<string, unknown>>().notNull(),
    /** How many episodes were marked; negative for unmarked ones, 0 for imports. */
    watched: integer("watched").notNull().default(0),
    undoneAt: instant("undone_at"),
    /** The import that brought the event from a file's history; undoing that import deletes it. */
    importId: uuid("import_id"),
  },
  (table) => [
    index("list_events_user_idx").on(table.userId, table.at, table.id),
    index("list_events_anime_idx").on(table.userId, table.animeMalId, table.at),
    index("list_events_title_idx").on(table.animeMalId),
    index("list_events_batch_idx").on(table.batchId),
    index("list_events_day_idx")
      .on(table.userId, table.day)
      .where(sql`watched <> 0 AND undone_at IS NULL`),
  ],
);

export const sharedReviews = pgTable(
  "shared_reviews",
  {
    userId: owner(),
    year: smallint("year").notNull(),
    /** The token itself instead of a hash, since the owner sees the link again. */
    token: text("token").notNull().unique(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.year] })],
);

export const listImports = pgTable("list_imports", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  format: text("format").notNull(),
  policy: text("policy").notNull(),
  report: jsonb("report")
    .$type<Record<string, { mal_id: number | null; title: string | null }[]>>()
    .notNull(),
  importedAt: instant("imported_at").notNull().defaultNow(),
});

/** A user's searches, stored only if the user allows it. */
export const searchHistory = pgTable(
  "search_history",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: owner(),
    query: text("query").notNull(),
    searchedAt: instant("searched_at").notNull().defaultNow(),
  },
  (table) => [index("search_history_user_idx").on(table.userId, table.searchedAt)],
);

/** Browse URLs that a user has named. */
export const savedSearches = pgTable(
  "saved_searches",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: owner(),
    name: text("name").notNull(),
    /** The parameters of `/browse` in canonical form, without page and layout. */
    query: text("query").notNull(),
    position: integer("position").notNull(),
    /** Whether Home shows the search as a rail. */
    pinned: boolean("pinned").notNull().default(false),
    /** Matches at the last visit, hidden titles too; null when the search is not followed. */
    known: integer("known").array(),
    /** Matches that came since. Readers filter them by what the user may see. */
    fresh: integer("fresh")
      .array()
      .notNull()
      .default(sql`'{}'::integer[]`),
    /** The catalog version that was compared last. */
    comparedVersion: bigint("compared_version", { mode: "number" }).notNull().default(0),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    unique("saved_searches_user_query_key").on(table.userId, table.query),
    index("saved_searches_followed_idx")
      .on(table.comparedVersion)
      .where(sql`known IS NOT NULL`),
    check("saved_searches_name_check", sql`char_length(${table.name}) BETWEEN 1 AND 60`),
    check("saved_searches_query_check", sql`char_length(${table.query}) <= 2000`),
  ],
);
