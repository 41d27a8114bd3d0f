import type postgres from "postgres";
import { DatabaseFailed } from "~/errors/app-error";
import { errorCode } from "~/errors/error-code";

/** What postgres.js's queries are inside: promises that hand themselves to a `handler` once somebody waits for them. */
interface PendingQuery {
  handler: ((query: PendingQuery) => void) & { debug?: unknown };
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

/** What the end of a statement says about the pool: whether its database answers, or makes everybody wait. */
type Health = "answers" | "stuck";

/**
 * As many may be inside as the pool has connections. Who waits longer than `waitMs` is turned away when the pool is stuck: when in that time
 * nothing ended, or something ended by a time-out or a lost connection. A long queue that moves is only slow, and is waited for.
 */
class Turnstile {
  #free: number;
  readonly #waiting = new Set<() => void>();
  #lastEnd = performance.now();
  #lastStuck = -Infinity;

  constructor(
    places: number,
    private readonly waitMs: number,
  ) {
    this.#free = places;
  }

  /** Calls `enter` at once or when a place is free, in the order of arrival; or `giveUp`, but never both. Each `enter` is followed by one `leave`. */
  pass(enter: () => void, giveUp: (error: Error) => void): void {
    if (this.#free > 0) {
      this.#free -= 1;
      return enter();
    }
    let timer: NodeJS.Timeout;
    const turn = () => {
      clearTimeout(timer);
      enter();
    };
    const judge = () => {
      if (!this.#waiting.has(turn)) return;
      if (!this.#isStuck()) return wait();
      this.#waiting.delete(turn);
      giveUp(
        new DatabaseFailed(
          new Error(`No connection of the pool became free within ${this.waitMs} ms.`),
        ),
      );
    };
    // One turn of the loop later, since a busy process reads the answers that have arrived after it looks at its timers.
    const wait = () => void (timer = setTimeout(() => setImmediate(judge), this.waitMs));
    this.#waiting.add(turn);
    wait();
  }

  leave(health: Health): void {
    this.#lastEnd = performance.now();
    if (health === "stuck") this.#lastStuck = this.#lastEnd;
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }

  #isStuck(): boolean {
    const since = performance.now() - this.waitMs;
    return this.#lastEnd < since || this.#lastStuck >= since;
  }
}

/** Lock and statement time-outs (SQLSTATE 55P03, 57014), and what postgres.js and the system say of connections. */
const STUCK_CODES = /^(?:55P03|57014|57P0\d|CONNECT|ECONN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/;

function healthAfter(error: unknown): Health {
  return STUCK_CODES.test(errorCode(error)) ? "stuck" : "answers";
}

/**
 * The same pool, but a statement or transaction that finds every connection taken waits at most `waitMs` for a pool that is stuck
 * (`Turnstile`) and then fails with `DatabaseFailed`, never having run. postgres.js itself lets callers wait for ever, and sends up to a
 * hundred statements ahead on one connection, where each waits for the locks of those before it.
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
    const leave = (health: Health) => {
      if (isInside) turnstile.leave(health);
      isInside = false;
    };
    query.resolve = (value) => (leave("answers"), resolve(value));
    query.reject = (error) => (leave(healthAfter(error)), reject(error));
  }

  const place = () => new Promise<void>((resolve, reject) => turnstile.pass(resolve, reject));

  async function begin(...args: unknown[]): Promise<unknown> {
    const work = args.pop() as Work;
    const options = args as string[];
    await place();
    let health: Health = "answers";
    try {
      return await transaction(sql, options, work);
    } catch (error) {
      health = healthAfter(error);
      throw error;
    } finally {
      turnstile.leave(health);
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
          turnstile.leave("answers");
        },
      });
    } catch (error) {
      turnstile.leave(healthAfter(error));
      throw error;
    }
  }

  const replaced: Record<PropertyKey, unknown> = {
    begin,
    reserve,
    unsafe: (...args: Parameters<postgres.Sql["unsafe"]>) => bound(sql.unsafe(...args)),
  };
  return new Proxy(sql, {
    apply: (target, _self, args: unknown[]) =>
      bound((target as unknown as (...args: unknown[]) => unknown)(...args)),
    get: (target, name): unknown =>
      Object.hasOwn(replaced, name) ? replaced[name] : Reflect.get(target, name),
  });
}

type Work = (tx: postgres.TransactionSql) => unknown;

/**
 * `sql.begin`, whose transaction ends for good when its connection does. postgres.js gives the place of a lost connection to a new one, and
 * what the work still asks for would run there: outside of the transaction, or inside somebody else's.
 */
async function transaction(sql: postgres.Sql, options: string[], work: Work): Promise<unknown> {
  let isLost = false;
  const lost = () =>
    Object.assign(new Error("The connection of this transaction was lost."), {
      code: "CONNECTION_CLOSED",
    });
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
    return await (sql.begin as unknown as (...args: unknown[]) => Promise<unknown>)(
      ...options,
      run,
    );
  } catch (error) {
    isLost = true;
    throw error;
  }
}

function isQuery(value: unknown): value is PendingQuery {
  return value instanceof Promise && "handler" in value && typeof value.handler === "function";
}
