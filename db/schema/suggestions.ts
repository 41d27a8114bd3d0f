import { sql } from "drizzle-orm";
import {
  boolean,
  check,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  uuid,
} from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { animes } from "./catalog";
import { instant } from "./columns";

const owner = () =>
  uuid("user_id")
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });
const title = () =>
  integer("anime_mal_id")
    .notNull()
    .references(() => animes.malId, { onDelete: "cascade" });

/** The times at which each user's suggestions were computed, and are to be computed again. */
export const suggestionStates = pgTable(
  "suggestion_states",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    computedAt: instant("computed_at"),
    /** Time of the first change that the suggestions do not reflect; null while there is none. */
    changedAt: instant("changed_at"),
    /** Time for the next computation, a while after the last change; null while there is none. */
    dueAt: instant("due_at"),
  },
  (table) => [
    index("suggestion_states_due_idx")
      .on(table.dueAt)
      .where(sql`due_at IS NOT NULL`),
    index("suggestion_states_computed_idx").on(table.computedAt),
  ],
);

export const suggestions = pgTable(
  "suggestions",
  {
    userId: owner(),
    animeMalId: title(),
    /** The rank; 1 is the best. */
    position: smallint("position").notNull(),
    /**
     * The reasons as ids of titles and keys of terms. The page puts into words those that still
     * hold.
     */
    reasons: jsonb("reasons").$type<unknown[]>().notNull(),
    /** Whether users with like taste gave the title a high score. */
    likedByOthers: boolean("liked_by_others").notNull().default(false),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.animeMalId] }),
    index("suggestions_user_idx").on(table.userId, table.position),
    index("suggestions_anime_idx").on(table.animeMalId),
    index("suggestions_liked_idx")
      .on(table.userId)
      .where(sql`liked_by_others`),
  ],
);

/** The titles that a user does not want suggested. */
export const suggestionFeedback = pgTable(
  "suggestion_feedback",
  {
    userId: owner(),
    animeMalId: title(),
    kind: text("kind", { enum: ["not-this", "less-like-this"] }).notNull(),
    givenAt: instant("given_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.animeMalId] }),
    index("suggestion_feedback_anime_idx").on(table.animeMalId),
    check("suggestion_feedback_kind_check", sql`${table.kind} IN ('not-this', 'less-like-this')`),
  ],
);
