import { is } from "drizzle-orm";
import { getTableConfig, PgTable } from "drizzle-orm/pg-core";
import * as schema from "~db/schema";

const TABLES = Object.values(schema as Record<string, unknown>)
  .filter((value): value is PgTable => is(value, PgTable))
  .map(getTableConfig);

/** Tables that have rows of each user, and a column that says whose they are. */
export const OWNED_TABLES: readonly string[] = TABLES.filter(({ columns }) =>
  columns.some(({ name }) => name === "user_id"),
).map(({ name }) => name);
