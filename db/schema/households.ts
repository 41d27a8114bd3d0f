import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { animes } from "./catalog";
import { instant } from "./columns";

/** The age limits of managed profiles, which make them profiles of children. */
export const childLimits = pgTable(
  "child_limits",
  {
    userId: uuid("user_id")
      .primaryKey()
      .references(() => users.id, { onDelete: "cascade" }),
    /** One of `LIMIT_RATINGS`. */
    maxRating: text("max_rating").notNull(),
    updatedAt: instant("updated_at").notNull().defaultNow(),
  },
  (table) => [
    check("child_limits_max_rating_check", sql`${table.maxRating} IN ('g', 'pg', 'pg-13', 'r')`),
  ],
);

/** Titles that a child may or may not see whatever they are rated, or that the child asked for. */
export const childTitles = pgTable(
  "child_titles",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => childLimits.userId, { onDelete: "cascade" }),
    malId: integer("mal_id")
      .notNull()
      .references(() => animes.malId, { onDelete: "cascade" }),
    state: text("state").notNull(),
    changedAt: instant("changed_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.malId] }),
    check("child_titles_state_check", sql`${table.state} IN ('allowed', 'blocked', 'asked')`),
    index("child_titles_title_idx").on(table.malId),
  ],
);

/** The open link with which an account joins a household: one per household. */
export const householdLinks = pgTable("household_links", {
  accountId: uuid("account_id")
    .primaryKey()
    .references(() => users.id, { onDelete: "cascade" }),
  codeHash: text("code_hash").notNull().unique(),
  createdAt: instant("created_at").notNull(),
  expiresAt: instant("expires_at").notNull(),
});
