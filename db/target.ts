import type postgres from "postgres";

/** A URL, or the options of the embedded server. */
export type DatabaseTarget = string | postgres.Options<Record<string, never>>;
