import { sql } from "drizzle-orm";
import { index, integer, pgTable, text, unique, uuid } from "drizzle-orm/pg-core";
import { users } from "./accounts";
import { instant } from "./columns";

/**
 * Who has stored which file. Several people may have the same one. The row is there before its file, so that no file is ever without one; a row whose
 * person is gone, or whose file nobody shows, is collected.
 */
export const uploads = pgTable(
  "uploads",
  {
    id: uuid("id").primaryKey().defaultRandom(),
    /** Null once the account is deleted: the file is still to be removed then. */
    userId: uuid("user_id").references(() => users.id, { onDelete: "set null" }),
    cid: text("cid").notNull(),
    /** The address that the upload answered; null until the file is stored. */
    url: text("url"),
    bytes: integer("bytes").notNull(),
    createdAt: instant("created_at").notNull().defaultNow(),
  },
  (table) => [
    unique("uploads_user_cid_key").on(table.userId, table.cid),
    // Whether anybody else needs a file.
    index("uploads_cid_idx").on(table.cid),
    // What is left of deleted accounts.
    index("uploads_ownerless_idx")
      .on(table.createdAt)
      .where(sql`${table.userId} is null`),
    index("uploads_created_idx").on(table.createdAt),
  ],
);
