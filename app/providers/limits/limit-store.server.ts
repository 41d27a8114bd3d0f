import { setTimeout as sleep } from "node:timers/promises";
import type { RedisClientType } from "@redis/client";
import type { RateLimiterRedis } from "rate-limiter-flexible";
import { withinTimeout } from "~/concurrency/after-timeout";
import { errorMessage } from "~/errors/error-message";
import type { Log } from "~/observability/log.server";

export interface LimitConnection {
  client: RedisClientType;
  /** The class, which is loaded with the client: a site on one machine needs neither. */
  RateLimiterRedis: typeof RateLimiterRedis;
}

/** Counters in a Valkey or Redis that all instances share. */
export interface LimitStore {
  /**
   * Returns null when it does not respond in time; until it does, the next calls return null at
   * once.
   */
  ask<Result>(work: (connection: LimitConnection) => Promise<Result>): Promise<Result | null>;
  readonly isConnected: boolean;
  close(): Promise<void>;
}

/** Milliseconds without any reply: many commands of a busy process may take longer. */
const COMMAND_MS = 250;
const CONNECT_MS = 2_000;
const RETRY_MS = 500;
const PROBE_KEY = "akari:probe";
const PROBE_SECONDS = 60;

/**
 * Connects in the background, with a new connection after each failure: a command that timed out
 * may have a silent network behind it, and the host's name may lead to another server by then.
 */
export function connectLimitStore(url: string, log: Log): LimitStore {
  const stopping = new AbortController();
  let connection: LimitConnection | null = null;
  let lose: (error: unknown) => void = () => undefined;
  let repliedAt = -Infinity;
  let isReported = false;
  let reportAttempt: () => void = () => undefined;
  const firstAttempt = new Promise<void>((resolve) => (reportAttempt = resolve));

  async function open(lost: (error: unknown) => void): Promise<LimitConnection> {
    const [{ createClient }, { RateLimiterRedis }] = await Promise.all([
      import("@redis/client"),
      import("rate-limiter-flexible"),
    ]);
    const client = createClient({
      url,
      name: "akari",
      disableOfflineQueue: true,
      socket: { connectTimeout: CONNECT_MS, reconnectStrategy: false },
    });
    client.on("error", lost);
    client.on("end", () => lost(new Error("The connection was closed.")));
    try {
      const probe = client
        .connect()
        // A replica or a full server responds to reads only.
        .then(() => client.set(PROBE_KEY, "1", { EX: PROBE_SECONDS }));
      await withinTimeout(probe, { ms: CONNECT_MS, error: timedOut });
    } catch (error) {
      client.destroy();
      throw error;
    }
    return { client, RateLimiterRedis };
  }

  async function keepConnected(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const lost = new Promise<unknown>((resolve) => (lose = resolve));
        const opened = await open(lose);
        connection = opened;
        if (isReported) log.info("the shared limits are reachable again");
        isReported = false;
        reportAttempt();
        const reason = await lost;
        connection = null;
        opened.client.destroy();
        throw reason;
      } catch (error) {
        reportAttempt();
        if (stopping.signal.aborted) return;
        if (!isReported)
          log.warn(
            { err: errorMessage(error) },
            "the shared limits are unreachable: this instance counts by itself",
          );
        isReported = true;
        await sleep(RETRY_MS, undefined, { signal: stopping.signal }).catch(() => undefined);
      }
    }
  }
  const keeping = keepConnected();

  return {
    async ask(work) {
      if (connection === null) await firstAttempt;
      const asked = connection;
      if (asked === null) return null;
      try {
        const reply = await withinTimeout(work(asked), {
          ms: COMMAND_MS,
          error: timedOut,
          isMoving: () => performance.now() - repliedAt < COMMAND_MS,
        });
        repliedAt = performance.now();
        return reply;
      } catch (error) {
        if (asked === connection) lose(error);
        return null;
      }
    },
    get isConnected() {
      return connection !== null;
    },
    async close() {
      stopping.abort();
      lose(new Error("The store is closed."));
      await keeping;
    },
  };
}

function timedOut(): Error {
  return new Error("It did not respond in time.");
}
