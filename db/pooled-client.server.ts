import type postgres from "postgres";
import type { ConnectionPool, Lease } from "./connection-pool.server";
import { isPrepared } from "./prepared";
import { repeatStatement, repeatTransaction } from "./repeat-transaction.server";

export type Parameter = postgres.SerializableParameter | null;
type DriverOptions = Pick<postgres.Sql["options"], "parsers" | "serializers">;

/** Statements are prepared once per connection, of Drizzle's those marked by `prepared`. */
export interface Sql {
  <Rows extends readonly object[] = postgres.Row[]>(
    strings: TemplateStringsArray,
    ...parameters: readonly (Parameter | readonly Parameter[])[]
  ): Promise<Rows>;
}

export function pooledSql(pool: ConnectionPool): Sql {
  const sql = (strings: TemplateStringsArray, ...parameters: unknown[]) =>
    repeatStatement(() =>
      pool.use((lease) =>
        lease.send(() => lease.client(strings, ...(parameters as readonly Parameter[])), strings),
      ),
    );
  return sql as Sql;
}

/** The four members of `Sql` that Drizzle's session uses. Drizzle replaces some `options`. */
export function drizzleClient(pool: ConnectionPool, options: DriverOptions): postgres.Sql {
  const client = {
    options,
    unsafe: (...args: UnsafeArguments) =>
      new Statement((asArrays) =>
        repeatStatement(() => pool.use((lease) => sendUnsafe(lease, lease.client, args, asArrays))),
      ),
    begin: (work: Work) =>
      repeatTransaction(() => pool.use((lease) => begin(lease, options, work))),
  };
  return client as unknown as postgres.Sql;
}

type UnsafeArguments = Parameters<postgres.Sql["unsafe"]>;
type Work = (tx: postgres.TransactionSql) => Promise<unknown>;

/** A statement that is sent when it is awaited: `values` may follow. */
class Statement implements PromiseLike<unknown> {
  constructor(private readonly send: (asArrays: boolean) => Promise<unknown>) {}

  then: Promise<unknown>["then"] = (...callbacks) => this.send(false).then(...callbacks);

  values(): Promise<unknown> {
    return this.send(true);
  }
}

function sendUnsafe(
  lease: Lease,
  sql: Pick<postgres.Sql, "unsafe">,
  [text, parameters]: UnsafeArguments,
  asArrays: boolean,
): Promise<unknown> {
  return lease.send(() => {
    const query = sql.unsafe(text, parameters, { prepare: isPrepared(text) });
    return asArrays ? query.values() : query;
  }, text);
}

async function begin(lease: Lease, options: DriverOptions, work: Work): Promise<unknown> {
  let cancelTimeout = lease.expectResponse();
  try {
    return await lease.client.begin(async (tx) => {
      cancelTimeout();
      try {
        return await work(transactionClient(lease, tx, options));
      } finally {
        // The COMMIT or ROLLBACK that postgres.js sends next gets a timeout, too.
        cancelTimeout = lease.expectResponse();
      }
    });
  } finally {
    cancelTimeout();
  }
}

function transactionClient(
  lease: Lease,
  tx: postgres.TransactionSql,
  options: DriverOptions,
): postgres.TransactionSql {
  const client = {
    options,
    unsafe: (...args: UnsafeArguments) =>
      new Statement((asArrays) => sendUnsafe(lease, tx, args, asArrays)),
    savepoint: (work: Work) =>
      tx.savepoint((nested) => work(transactionClient(lease, nested, options))),
  };
  return client as unknown as postgres.TransactionSql;
}
