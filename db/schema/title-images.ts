import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/**
 * Facts about a title's image from its first fetch. Without a foreign key, so they survive a
 * replaced catalog.
 */
export const titleImages = pgTable(
  "title_pictures",
  {
    malId: integer("mal_id").notNull(),
    kind: text("kind", { enum: ["cover", "banner"] }).notNull(),
    /** The image's URL; a new URL is a new image. */
    source: text("source").notNull(),
    /** `#rrggbb` */
    color: text("color").notNull(),
    /** A tiny `data:` URL. */
    placeholder: text("placeholder").notNull(),
    seenAt: instant("seen_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.malId, table.kind] })],
);
