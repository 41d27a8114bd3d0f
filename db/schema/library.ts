import { date, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { animes } from "./catalog";
import { instant } from "./columns";

const owner = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

/** A title on a person's watch list, in one of the four collection types. */
export const watchListEntries = pgTable(
  "watch_list_entries",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: owner(),
    animeMalId: integer("anime_mal_id")
      .notNull()
      .references(() => animes.malId),
    type: text("type").notNull(),
    /** What a list from elsewhere said beyond the four types, such as On-Hold or Dropped; an export gives it back. */
    importedState: text("imported_state"),
    watchedEpisodes: integer("watched_episodes"),
    ownScore: integer("own_score"),
    startedOn: date("started_on", { mode: "string" }),
    finishedOn: date("finished_on", { mode: "string" }),
    timesRewatched: integer("times_rewatched"),
    notes: text("notes"),
    tags: text("tags"),
    addedAt: instant("added_at").notNull().defaultNow(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    // Makes the upsert of two simultaneous writes one row.
    unique("watch_list_entries_user_anime_key").on(table.userId, table.animeMalId),
    // A person's list, newest change first.
    index("watch_list_entries_user_idx").on(table.userId, table.updatedAt),
  ],
);

/** What became of each title of the last list that a person brought along, to be read or downloaded afterwards. */
export const listImports = pgTable("list_imports", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  format: text("format").notNull(),
  policy: text("policy").notNull(),
  report: jsonb("report").notNull(),
  importedAt: instant("imported_at").notNull().defaultNow(),
});

/** What a person searched for, while they let it be recorded. */
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
