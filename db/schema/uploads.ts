import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { instant } from "./columns";

/**
 * Users may share a file. Rows are inserted before their file, so that no file lacks one. Unused
 * rows are garbage-collected.
 */
export const uploads = pgTable(
  "uploads",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** The uploader; null after the account's deletion, until the file is removed. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    cid: text("cid").notNull(),
    url: text("url"),
    bytes: integer("bytes").notNull(),
    /** Time of the last upload of the file; ahead while the file is being removed. */
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    unique("uploads_user_cid_key").on(table.userId, table.cid),
    index("uploads_cid_idx").on(table.cid),
    index("uploads_ownerless_idx")
      .on(table.createdAt)
      .where(sql`${table.userId} is null`),
    index("uploads_created_idx").on(table.createdAt),
  ],
);
