import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { boundedPool } from "./bounded-pool.server";
import { listenTo, type ListenHandlers } from "./listen.server";
import * as schema from "./schema";
import type { DatabaseTarget } from "./target";

/** The pool, as postgres.js gives it: for statements that are written by hand. */
export type Sql = postgres.Sql;
/** The same pool under Drizzle. */
export type Database = PostgresJsDatabase<typeof schema>;
/** What a verb gets inside `db.transaction`. */
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

export type { DatabaseTarget } from "./target";

export interface DatabaseClient {
  sql: Sql;
  db: Database;
  /** Listens to a channel until stopped, on a connection beside the pool. */
  listen(channel: string, handlers: ListenHandlers): { stop(): Promise<void> };
  close(): Promise<void>;
}

/** Times after which the server gives up, in milliseconds. Each is shorter than the patience of a person before a page. */
const TIMEOUTS = {
  statement_timeout: 4_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
};
const NO_TIMEOUTS = {
  statement_timeout: 0,
  lock_timeout: 0,
  idle_in_transaction_session_timeout: 0,
};

/**
 * How long a statement waits for a connection, in milliseconds. With the longest wait for a lock a request ends within five seconds even
 * while every connection is held.
 */
const POOL_WAIT_MS = 2_500;

const POOL_SIZE = 10;

/** Seconds until a connection attempt counts as failed. */
const CONNECT_TIMEOUT_SECONDS = 3;

export interface DatabaseClientOptions {
  poolSize?: number;
  /** Shows in pg_stat_activity. The embedded runner counts the clients whose name starts with `akari`. */
  applicationName?: string;
  /** For work that takes as long as it takes, such as an import: nothing times out, and a connection is waited for. */
  patient?: boolean;
}

/** Opens a pool. Nothing is connected until the first statement, and a lost connection is replaced at the next one. */
export function openDatabase(
  target: DatabaseTarget,
  options: DatabaseClientOptions = {},
): DatabaseClient {
  const places = options.poolSize ?? POOL_SIZE;
  const settings: postgres.Options<Record<string, never>> = {
    max: places,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    idle_timeout: 60,
    max_lifetime: 60 * 30,
    backoff: false,
    onnotice: () => undefined,
    connection: {
      application_name: options.applicationName ?? "akari",
      ...(options.patient === true ? NO_TIMEOUTS : TIMEOUTS),
      TimeZone: "UTC",
      // The default of 4 prices disks with a moving head: the planner then reads whole tables where an index is quicker. Below 2 it
      // walks an order title by title where gathering and sorting is quicker.
      random_page_cost: 2,
    },
  };
  const pool =
    typeof target === "string"
      ? postgres(target, settings)
      : postgres({ ...settings, ...target, connection: { ...settings.connection } });
  const sql = options.patient === true ? pool : boundedPool(pool, places, POOL_WAIT_MS);
  return {
    sql,
    db: drizzle(sql, { schema }),
    listen: (channel, handlers) => listenTo(target, channel, handlers),
    close: () => sql.end({ timeout: 2 }),
  };
}
