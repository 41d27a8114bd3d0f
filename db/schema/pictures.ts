import { integer, pgTable, primaryKey, text } from "drizzle-orm/pg-core";
import { instant } from "./columns";

/**
 * What was learnt of a title's own picture when it was first fetched. It is no part of the catalog and does not refer to it: an import may replace all
 * titles, and what their pictures look like stays true.
 */
export const titlePictures = pgTable(
  "title_pictures",
  {
    malId: integer("mal_id").notNull(),
    kind: text("kind", { enum: ["cover", "banner"] }).notNull(),
    /** The picture's address; another address is another picture. */
    source: text("source").notNull(),
    /** `#rrggbb` */
    color: text("color").notNull(),
    /** A tiny picture as a `data:` URL. */
    placeholder: text("placeholder").notNull(),
    seenAt: instant("seen_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.malId, table.kind] })],
);
