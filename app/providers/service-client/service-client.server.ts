import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import {
  OperatorFetchError,
  type OperatorFetch,
  type OperatorResponse,
} from "~/outbound/operator-fetch.server";
import { JsonLimitExceeded } from "~/parsing/json-scanner";
import { parseJson } from "~/parsing/parse-json";
import type { Clock, RateLimiter } from "./rate-limiter";
import { failureOf, ServiceError, unreachedProblem, type ServiceFailure } from "./service-error";

export interface ServiceClientOptions {
  /** The service's name in messages. */
  service: string;
  userAgent: string;
  /** The operator's setting. */
  baseUrl: URL;
  /** Bounds time and bytes. */
  fetch: OperatorFetch;
  jsonLimits: { maxDepth: number; maxValues: number };
  waitForSlot: RateLimiter;
  clock?: Clock;
  random?: () => number;
  /** Called before a retry, with the reason for the operator. */
  onWait?: ((message: string) => void) | undefined;
}

interface RequestOptions {
  /** Includes the first one. */
  maxAttempts: number;
  signal?: AbortSignal | undefined;
}

export interface ServiceClient {
  /**
   * Reads JSON of the given shape from a path under the base URL. May take minutes. Throws
   * `ServiceError`, or the signal's reason.
   */
  get<Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    options: RequestOptions,
  ): Promise<z.output<Schema>>;
}

export const SYSTEM_CLOCK: Clock = {
  now: () => performance.now(),
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
};

const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;
const MAX_RETRY_AFTER_MS = 10 * 60_000;
const MINUTE_MS = 60_000;

/**
 * The client of another service's API, from which its adapter is made: requests keep the service's
 * rate limit and are retried while the failure may pass.
 */
export function createServiceClient({
  service,
  userAgent,
  baseUrl,
  fetch,
  jsonLimits,
  waitForSlot,
  clock = SYSTEM_CLOCK,
  random = Math.random,
  onWait,
}: ServiceClientOptions): ServiceClient {
  const base = baseUrl.href.replace(/\/$/, "");
  const headers = { accept: "application/json", "user-agent": userAgent };

  async function send<Schema extends z.ZodType>(
    url: URL,
    schema: Schema,
    signal: AbortSignal | undefined,
  ): Promise<Outcome<z.output<Schema>>> {
    let response: OperatorResponse;
    try {
      response = await fetch(url, { headers, ...(signal && { signal }) });
    } catch (error) {
      if (!(error instanceof OperatorFetchError)) throw error;
      signal?.throwIfAborted();
      const failure = error.kind === "too-large" ? "invalid-response" : "unavailable";
      const isUnreached = error.kind === "unreachable" || error.kind === "timed-out";
      const problem = isUnreached
        ? unreachedProblem(error.message)
        : `sent no usable response: ${error.message}`;
      return { failure, problem, cause: error };
    }
    const { status, text } = response;
    if (status === 200) return parseBody(text, schema, jsonLimits);
    return {
      failure: failureOf(status),
      problem: `responded with status ${status}`,
      retryAfterMs: parseRetryAfter(response.headers),
    };
  }

  return {
    async get(path, schema, { maxAttempts, signal }) {
      const url = new URL(`${base}/${path}`);
      for (let attempt = 1; ; attempt += 1) {
        await waitForSlot(signal);
        const outcome = await send(url, schema, signal);
        if ("value" in outcome) return outcome.value;
        const { failure, problem, cause, retryAfterMs = 0 } = outcome;
        if (!mayPass(failure) || attempt >= maxAttempts)
          throw new ServiceError(failure, `${service} ${problem} (${url.href}).`, cause);
        const wait = Math.round(retryAfterMs + random() * maxBackoffMs(attempt));
        if (wait > MAX_RETRY_AFTER_MS) {
          const minutes = Math.ceil(wait / MINUTE_MS);
          throw new ServiceError(failure, `${service} asks to retry in ${minutes} minutes.`);
        }
        onWait?.(`${service} ${problem}; retrying in ${(wait / 1_000).toFixed(1)} s`);
        await clock.sleep(wait, signal);
      }
    },
  };
}

type Outcome<Value> =
  | { value: Value }
  | { failure: ServiceFailure; problem: string; retryAfterMs?: number; cause?: unknown };

function parseBody<Schema extends z.ZodType>(
  text: string,
  schema: Schema,
  limits: ServiceClientOptions["jsonLimits"],
): Outcome<z.output<Schema>> {
  let body: unknown;
  try {
    body = parseJson(text, limits);
  } catch (cause) {
    return cause instanceof JsonLimitExceeded
      ? {
          failure: "invalid-response",
          problem: `sent too large a response: ${cause.message}`,
          cause,
        }
      : // A proxy's HTML under status 200, or a truncated body.
        { failure: "unavailable", problem: "sent invalid JSON", cause };
  }
  const parsed = schema.safeParse(body);
  return parsed.success
    ? { value: parsed.data }
    : {
        failure: "invalid-response",
        problem: "sent JSON of an unexpected shape",
        cause: parsed.error,
      };
}

function mayPass(failure: ServiceFailure): boolean {
  return failure === "rate-limited" || failure === "unavailable";
}

/** Full jitter below it spreads clients that failed together. */
function maxBackoffMs(attempt: number): number {
  return Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** (attempt - 1));
}

/** Milliseconds; dates by the server's clock. Zero without a valid header. */
function parseRetryAfter(headers: Headers): number {
  const header = headers.get("retry-after") ?? "";
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000;
  const wait = Date.parse(header) - Date.parse(headers.get("date") ?? "");
  return Number.isNaN(wait) ? 0 : Math.max(0, wait);
}
