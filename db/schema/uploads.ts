import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { instant } from "./columns";

/**
 * Which user has stored which file; users may share one. Inserted before the file is written, so no
 * file lacks a row. Rows without a user or a use are garbage-collected.
 */
export const uploads = pgTable(
  "uploads",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** Null once the account is deleted, until its file is removed. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    cid: text("cid").notNull(),
    /** The public URL; null until the file is stored. */
    url: text("url"),
    bytes: integer("bytes").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    unique("uploads_user_cid_key").on(table.userId, table.cid),
    // Other users of a file.
    index("uploads_cid_idx").on(table.cid),
    // Files of deleted accounts.
    index("uploads_ownerless_idx")
      .on(table.createdAt)
      .where(sql`${table.userId} is null`),
    index("uploads_created_idx").on(table.createdAt),
  ],
);
