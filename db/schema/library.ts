import { date, index, integer, jsonb, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { animes } from "./catalog";
import { instant } from "./columns";

const owner = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });

export const watchListEntries = pgTable(
  "watch_list_entries",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    userId: owner(),
    animeMalId: integer("anime_mal_id")
      .notNull()
      .references(() => animes.malId),
    type: text("type").notNull(),
    /** The status in an imported list, such as On-Hold or Dropped, kept for exports. */
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
    // The conflict target of the upsert.
    unique("watch_list_entries_user_anime_key").on(table.userId, table.animeMalId),
    // A user's list, newest change first.
    index("watch_list_entries_user_idx").on(table.userId, table.updatedAt),
  ],
);

/** The result of a user's last list import, per title. */
export const listImports = pgTable("list_imports", {
  userId: uuid("user_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  format: text("format").notNull(),
  policy: text("policy").notNull(),
  report: jsonb("report").notNull(),
  importedAt: instant("imported_at").notNull().defaultNow(),
});

/** Recorded only if the user allows it. */
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
