import type postgres from "postgres";
import { afterTimeout } from "~/concurrency/after-timeout";
import { createSemaphore, type Release, type Semaphore } from "~/concurrency/semaphore";
import type { WaitSignal } from "~/concurrency/wait-queue";
import { DatabaseFailed } from "~/errors/app-error";
import { errorCode, TIMEOUT_CODES } from "~/errors/error-code";
import type { StatementObserver } from "~/observability/statement-observer.server";

interface PoolOptions {
  /** Creates a client with a single connection, opened on first use. */
  createClient: () => postgres.Sql;
  size: number;
  /** How long work waits for a connection and its statement; null for no limit. */
  timeouts: PoolTimeouts | null;
  observe?: StatementObserver | null;
}

export interface PoolTimeouts {
  /** Milliseconds that a request may wait while no connection is released. */
  acquireMs: number;
  /** Including its wait; longer than the server's. */
  statementMs: number;
}

/** However long it waited. */
const MIN_STATEMENT_MS = 1_800;

/**
 * Codes of postgres.js, the system and poolers; 25006 comes from a primary that became a standby.
 */
const CONNECTION_CODES =
  /^(?:08\w{3}|25006|57P0\d|CONNECT|ECONN|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)/;

function isConnectionError(error: unknown): boolean {
  return CONNECTION_CODES.test(errorCode(error));
}

/**
 * postgres.js's pool waits without limit, pipelines statements, and continues a transaction on
 * another connection (docs/decisions/database-pool.md).
 */
export class ConnectionPool {
  readonly #clients = new Set<postgres.Sql>();
  /** Most recently used first: the others reach their idle timeout. */
  readonly #idle: postgres.Sql[] = [];
  readonly #slots: Semaphore;
  #lastEnd = performance.now();
  #lastFailure = -Infinity;
  #lastSuccess = performance.now();
  readonly #failingListeners: (() => void)[] = [];
  #isClosed = false;

  constructor(private readonly options: PoolOptions) {
    this.#slots = createSemaphore({
      limit: options.size,
      aborted: () => {
        this.#reportFailing();
        return new DatabaseFailed(new Error("No connection of the pool became free in time."));
      },
    });
  }

  /** Rejects with `DatabaseFailed` when none is free in time or it is lost. */
  async use<Result>(work: (lease: Lease) => Promise<Result>): Promise<Result> {
    const lease = await this.#acquire();
    try {
      return await Promise.race([work(lease), lease.lost]);
    } catch (error) {
      lease.inspect(error);
      throw error;
    } finally {
      this.#release(lease);
    }
  }

  get load(): { active: number; waiting: number } {
    return { active: this.#slots.active, waiting: this.#slots.waiting };
  }

  /** The listener is called on each failure after `acquireMs` without any success. */
  onFailing(listener: () => void): void {
    this.#failingListeners.push(listener);
  }

  /** Running statements are cut off then. */
  async close(timeoutSeconds: number): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#clients].map((client) => client.end({ timeout: timeoutSeconds })));
  }

  async #acquire(): Promise<Lease> {
    const { timeouts } = this.options;
    const start = performance.now();
    const release = await this.#slots.acquire(
      timeouts === null ? {} : { signal: this.#stuckSignal(timeouts.acquireMs) },
    );
    if (this.#isClosed) {
      release();
      throw connectionError("CONNECTION_ENDED", "The pool is closed.");
    }
    const client = this.#idle.pop() ?? this.#open();
    const waitedMs = performance.now() - start;
    const statementMs =
      timeouts === null ? null : Math.max(timeouts.statementMs - waitedMs, MIN_STATEMENT_MS);
    return new Lease(client, release, statementMs, this.options.observe ?? null);
  }

  #open(): postgres.Sql {
    const client = this.options.createClient();
    this.#clients.add(client);
    return client;
  }

  #release(lease: Lease): void {
    this.#lastEnd = performance.now();
    if (lease.hasFailed) this.#lastFailure = this.#lastEnd;
    else this.#lastSuccess = this.#lastEnd;
    if (lease.isLost) {
      this.#clients.delete(lease.client);
      void lease.client.end({ timeout: 0 });
    } else this.#idle.push(lease.client);
    // Work that waits for slots must not take the one that this lease's failure frees.
    if (lease.hasFailed) this.#reportFailing();
    lease.release();
  }

  #reportFailing(): void {
    const { timeouts } = this.options;
    if (timeouts === null || performance.now() - this.#lastSuccess < timeouts.acquireMs) return;
    for (const listener of this.#failingListeners) listener();
  }

  #stuckSignal(waitMs: number): WaitSignal {
    let cancel = () => undefined as void;
    return {
      aborted: false,
      reason: undefined,
      addEventListener: (_type, abort) => {
        const wait = () => {
          cancel = afterTimeout(waitMs, () => (this.#isStuck(waitMs) ? abort() : wait()));
        };
        wait();
      },
      removeEventListener: () => cancel(),
    };
  }

  /** Nothing ended, or by a timeout or a lost connection only. */
  #isStuck(ms: number): boolean {
    const since = performance.now() - ms;
    return this.#lastEnd < since || this.#lastFailure >= since;
  }
}

/** A connection that is lent until the work ends or the connection is lost. */
export class Lease {
  hasFailed = false;
  readonly lost: Promise<never>;
  #reportLoss: (error: unknown) => void = () => undefined;
  #loss: Error | null = null;

  constructor(
    readonly client: postgres.Sql,
    readonly release: Release,
    private readonly statementMs: number | null,
    private readonly observe: StatementObserver | null,
  ) {
    this.lost = new Promise((_resolve, reject) => (this.#reportLoss = reject));
  }

  get isLost(): boolean {
    return this.#loss !== null;
  }

  /** `text` may be a template's strings. */
  async send<Result>(
    statement: () => PromiseLike<Result>,
    text: string | readonly string[],
  ): Promise<Result> {
    if (this.#loss !== null) throw this.#loss;
    const cancelTimeout = this.expectResponse();
    const report = this.observe?.(text);
    try {
      const result = await statement();
      report?.();
      return result;
    } catch (error) {
      report?.({ code: errorCode(error) });
      this.inspect(error);
      throw error;
    } finally {
      cancelTimeout();
    }
  }

  /** Counts a response as lost unless the result is called in time. */
  expectResponse(): () => void {
    if (this.statementMs === null) return () => undefined;
    return afterTimeout(this.statementMs, () => {
      this.#lose(new DatabaseFailed(new Error("The database did not respond in time.")));
    });
  }

  inspect(error: unknown): void {
    const code = errorCode(error);
    if (TIMEOUT_CODES.includes(code)) this.hasFailed = true;
    if (isConnectionError(error)) this.#lose(error as Error);
  }

  #lose(error: Error): void {
    this.hasFailed = true;
    this.#loss ??= error;
    this.#reportLoss(error);
  }
}

function connectionError(code: string, message: string): Error {
  return Object.assign(new Error(message), { code });
}
