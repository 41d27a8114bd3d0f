import { sql } from "drizzle-orm";
import { text, timestamp } from "drizzle-orm/pg-core";

/** An instant: `timestamptz` in the database, a Date here. */
export const instant = (column: string) => timestamp(column, { withTimezone: true, mode: "date" });

/** A list of names, empty where nothing says otherwise. */
export const names = (column: string) =>
  text(column)
    .array()
    .notNull()
    .default(sql`'{}'::text[]`);
