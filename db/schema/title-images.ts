import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/**
 * What the first fetch found out about an image. Without a foreign key, it survives a replaced
 * catalog.
 */
export const titleImages = pgTable(
  "title_pictures",
  {
    malId: integer("mal_id").notNull(),
    kind: text("kind", { enum: ["cover", "banner"] }).notNull(),
    /** A new URL is a new image. */
    source: text("source").notNull(),
    color: text("color").notNull(),
    placeholder: text("placeholder").notNull(),
    seenAt: instant("seen_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.malId, table.kind] })],
);
