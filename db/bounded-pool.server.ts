import type postgres from "postgres";
import { DatabaseFailed } from "~/errors/app-error";

/** What postgres.js's queries are inside: promises that hand themselves to a `handler` once somebody waits for them. */
interface PendingQuery {
  handler: ((query: PendingQuery) => void) & { debug?: unknown };
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** As many may be inside as the pool has connections; who waits longer than `waitMs` is turned away. */
export class Turnstile {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(
    places: number,
    private readonly waitMs: number,
  ) {
    this.#free = places;
  }

  get waiting(): number {
    return this.#waiting.size;
  }

  /** Calls `enter` at once or when a place is free, in the order of arrival; or `giveUp`, but never both. Each `enter` is followed by one `leave`. */
  pass(enter: () => void, giveUp: (error: Error) => void): void {
    if (this.#free > 0) {
      this.#free -= 1;
      return enter();
    }
    const turn = () => {
      clearTimeout(timer);
      enter();
    };
    const timer = setTimeout(() => {
      this.#waiting.delete(turn);
      giveUp(new DatabaseFailed(new Error(`No connection of the pool became free within ${this.waitMs} ms.`)));
    }, this.waitMs);
    this.#waiting.add(turn);
  }

  leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}

/**
 * The same pool, but a statement or transaction that finds every connection taken waits at most `waitMs` and then fails with
 * `DatabaseFailed`, never having run. postgres.js itself lets callers wait for ever, and sends up to a hundred statements ahead on one
 * connection, where each waits for the locks of those before it.
 */
export function boundedPool(sql: postgres.Sql, places: number, waitMs: number): postgres.Sql {
  const turnstile = new Turnstile(places, waitMs);

  function bound<T>(value: T): T {
    if (!isQuery(value)) return value;
    const run = value.handler;
    value.handler = Object.assign(
      (query: PendingQuery) =>
        turnstile.pass(
          () => {
            leaveWhenSettled(query);
            run(query);
          },
          (error) => query.reject(error),
        ),
      { debug: run.debug },
    );
    return value;
  }

  /** postgres.js settles a query by these two functions, exactly once. */
  function leaveWhenSettled(query: PendingQuery): void {
    const { resolve, reject } = query;
    let isInside = true;
    const leave = () => {
      if (isInside) turnstile.leave();
      isInside = false;
    };
    query.resolve = (value) => (leave(), resolve(value));
    query.reject = (error) => (leave(), reject(error));
  }

  const place = () => new Promise<void>((resolve, reject) => turnstile.pass(resolve, reject));

  async function begin(...args: unknown[]): Promise<unknown> {
    const work = args.pop() as Work;
    const options = args as string[];
    await place();
    try {
      return await transaction(sql, options, work);
    } finally {
      turnstile.leave();
    }
  }

  async function reserve(): Promise<postgres.ReservedSql> {
    await place();
    try {
      const reserved = await sql.reserve();
      const release = reserved.release.bind(reserved);
      return Object.assign(reserved, {
        release: () => {
          release();
          turnstile.leave();
        },
      });
    } catch (error) {
      turnstile.leave();
      throw error;
    }
  }

  const replaced: Record<PropertyKey, unknown> = {
    begin,
    reserve,
    unsafe: (...args: Parameters<postgres.Sql["unsafe"]>) => bound(sql.unsafe(...args)),
  };
  return new Proxy(sql, {
    apply: (target, _self, args: unknown[]) => bound((target as unknown as (...args: unknown[]) => unknown)(...args)),
    get: (target, name): unknown => (Object.hasOwn(replaced, name) ? replaced[name] : Reflect.get(target, name)),
  });
}

type Work = (tx: postgres.TransactionSql) => unknown;

/**
 * `sql.begin`, whose transaction ends for good when its connection does. postgres.js gives the place of a lost connection to a new one, and
 * what the work still asks for would run there: outside of the transaction, or inside somebody else's.
 */
async function transaction(sql: postgres.Sql, options: string[], work: Work): Promise<unknown> {
  let isLost = false;
  const lost = () => Object.assign(new Error("The connection of this transaction was lost."), { code: "CONNECTION_CLOSED" });
  const guarded = (tx: postgres.TransactionSql): postgres.TransactionSql =>
    new Proxy(tx, {
      apply(target, _self, args: unknown[]) {
        if (isLost) throw lost();
        return (target as unknown as (...args: unknown[]) => unknown)(...args);
      },
      get(target, name): unknown {
        if (isLost) throw lost();
        return Reflect.get(target, name);
      },
    });
  const run = (tx: postgres.TransactionSql) =>
    new Promise((resolve, reject) => {
      const started = Promise.resolve().then(() => {
        const value = work(guarded(tx));
        return Array.isArray(value) ? Promise.all(value) : value;
      });
      started.then(
        (value) => void (isLost || resolve(value)),
        // A turn of the loop later it is known whether the connection is gone; then there is nothing to roll back, and no place to do it in.
        (error: Error) => void setImmediate(() => void (isLost || reject(error))),
      );
    });
  try {
    return await (sql.begin as unknown as (...args: unknown[]) => Promise<unknown>)(...options, run);
  } catch (error) {
    isLost = true;
    throw error;
  }
}

function isQuery(value: unknown): value is PendingQuery {
  return value instanceof Promise && "handler" in value && typeof value.handler === "function";
}
