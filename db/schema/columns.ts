import { sql } from "drizzle-orm";
import { customType, text, timestamp } from "drizzle-orm/pg-core";

export const instant = <Name extends string>(column: Name) =>
  timestamp(column, { withTimezone: true, mode: "date" });

export const names = <Name extends string>(column: Name) =>
  text(column)
    .array()
    .notNull()
    .default(sql`'{}'::text[]`);

/** Postgres's text form, as `{[1,13),[14,15)}`. */
export const multirange = customType<{ data: string }>({ dataType: () => "int4multirange" });
