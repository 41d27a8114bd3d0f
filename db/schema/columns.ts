import { sql } from "drizzle-orm";
import { text, timestamp } from "drizzle-orm/pg-core";

export const instant = <Name extends string>(column: Name) =>
  timestamp(column, { withTimezone: true, mode: "date" });

export const names = <Name extends string>(column: Name) =>
  text(column)
    .array()
    .notNull()
    .default(sql`'{}'::text[]`);
