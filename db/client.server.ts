import { drizzle, type PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type postgres from "postgres";
import type { StatementObserver } from "~/observability/statement-observer.server";
import { ARRAY_TYPES } from "./array-types";
import { ConnectionPool, type PoolTimeouts } from "./connection-pool.server";
import { listenTo, type ListenHandlers } from "./listen.server";
import { drizzleClient, pooledSql, type Sql } from "./pooled-client.server";
import * as schema from "./schema";
import { connectTo, type DatabaseTarget } from "./target";

export type { Sql } from "./pooled-client.server";
export type { DatabaseTarget } from "./target";

export type Database = PostgresJsDatabase<typeof schema>;
export type Transaction = Parameters<Parameters<Database["transaction"]>[0]>[0];

/**
 * Records a change, as in the audit log, in the change's own transaction, so that neither is there
 * without the other.
 */
export type RecordChange<Change = unknown> = (tx: Transaction, change: Change) => Promise<void>;

export interface DatabaseClient {
  sql: Sql;
  db: Database;
  /** Lends a connection for what Drizzle lacks, such as COPY. */
  withConnection: <Result>(work: (sql: postgres.Sql) => Promise<Result>) => Promise<Result>;
  load: () => { active: number; waiting: number };
  /** Called on each failure while nothing succeeds, see `ConnectionPool.onFailing`. */
  onFailing: (listener: () => void) => void;
  /** Listens on a connection outside of the pool. */
  listen(channel: string, handlers: ListenHandlers): { stop(): Promise<void> };
  close(): Promise<void>;
}

/** Limits in milliseconds. */
const SERVER_TIMEOUTS = {
  statement_timeout: 4_000,
  lock_timeout: 2_000,
  idle_in_transaction_session_timeout: 10_000,
};

/** Milliseconds: every request ends within five seconds. */
const POOL_TIMEOUTS: PoolTimeouts = { acquireMs: 2_500, statementMs: 4_300 };

const DEFAULT_POOL_SIZE = 10;

const CONNECT_TIMEOUT_SECONDS = 3;
const IDLE_TIMEOUT_SECONDS = 60;
const MAX_LIFETIME_SECONDS = 60 * 30;
const CLOSE_TIMEOUT_SECONDS = 2;

export interface DatabaseClientOptions {
  poolSize?: number;
  /** The name in pg_stat_activity. The embedded server counts those that start with `akari`. */
  applicationName?: string;
  /** Limits in the client and on the server; null sets none, for long work such as an import. */
  timeouts?: PoolTimeouts | null;
  observe?: StatementObserver | null;
  /**
   * The same database without the pooler that `target` then is. One in transaction mode knows
   * neither prepared statements nor settings of a session, and loses notifications.
   */
  directTarget?: DatabaseTarget | null;
}

/** PgBouncer rejects connections that ask for these: its own configuration has them. */
function sessionSettings(timeouts: PoolTimeouts | null) {
  return {
    ...(timeouts === null ? {} : SERVER_TIMEOUTS),
    // The default 4 suits spinning disks; below 2 the planner walks an index where sorting is
    // faster.
    random_page_cost: 2,
  };
}

/** Connects on use, replaces lost connections. */
export function openDatabase(
  target: DatabaseTarget,
  {
    poolSize = DEFAULT_POOL_SIZE,
    applicationName = "akari",
    timeouts = POOL_TIMEOUTS,
    observe = null,
    directTarget = null,
  }: DatabaseClientOptions = {},
): DatabaseClient {
  const settings: postgres.Options<Record<string, postgres.PostgresType>> = {
    max: 1,
    connect_timeout: CONNECT_TIMEOUT_SECONDS,
    idle_timeout: IDLE_TIMEOUT_SECONDS,
    max_lifetime: MAX_LIFETIME_SECONDS,
    backoff: false,
    fetch_types: false,
    types: ARRAY_TYPES,
    onnotice: () => undefined,
    prepare: directTarget === null,
    connection: {
      application_name: applicationName,
      TimeZone: "UTC",
      ...(directTarget === null ? sessionSettings(timeouts) : {}),
    },
  };
  const driverOptions = { parsers: {}, serializers: {} };
  const pool = new ConnectionPool({
    size: poolSize,
    timeouts,
    observe,
    createClient() {
      const client = connectTo(target, settings);
      // Drizzle parses and serialises these itself.
      Object.assign(client.options.parsers, driverOptions.parsers);
      Object.assign(client.options.serializers, driverOptions.serializers);
      return client;
    },
  });
  return {
    sql: pooledSql(pool),
    db: drizzle(drizzleClient(pool, driverOptions), { schema }),
    withConnection: (work) => pool.use(({ client }) => work(client)),
    load: () => pool.load,
    onFailing: (listener) => pool.onFailing(listener),
    listen: (channel, handlers) => listenTo(directTarget ?? target, channel, handlers),
    close: () => pool.close(CLOSE_TIMEOUT_SECONDS),
  };
}
