import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { animes } from "./catalog";
import { instant } from "./columns";

const title = () =>
  integer("anime_mal_id")
    .notNull()
    .references(() => animes.malId, { onDelete: "cascade" });

/** What users asked for that cannot be played here. */
export const wishes = pgTable(
  "wishes",
  {
    userId: uuid("user_id")
      .notNull()
      .references(() => users.id, { onDelete: "cascade" }),
    animeMalId: title(),
    /** The episode; −1 for the whole title, since some titles have an episode 0. */
    number: integer("number").notNull(),
    askedAt: instant("asked_at").notNull().defaultNow(),
    /** The time at which its user was told that it plays here. */
    toldAt: instant("told_at"),
  },
  (table) => [
    primaryKey({ columns: [table.userId, table.animeMalId, table.number] }),
    index("wishes_anime_idx").on(table.animeMalId, table.number),
    check("wishes_number_check", sql`${table.number} >= -1`),
  ],
);

/** What owners do not add, which closes the wishes for it. */
export const declinedWishes = pgTable(
  "declined_wishes",
  {
    animeMalId: title(),
    number: integer("number").notNull(),
    reason: text("reason").notNull(),
    declinedAt: instant("declined_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.animeMalId, table.number] })],
);
