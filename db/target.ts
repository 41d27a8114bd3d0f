import type postgres from "postgres";

/** Where the database is: a URL, or the options by which the embedded one is reached. */
export type DatabaseTarget = string | postgres.Options<Record<string, never>>;
