import { setTimeout as sleep } from "node:timers/promises";
import type { z } from "zod";
import {
  ServiceFetchError,
  type ServiceFetch,
  type ServiceFetchFailure,
  type ServiceRequest,
  type ServiceResponse,
} from "~/outbound/service-fetch";
import { JsonLimitExceeded } from "~/parsing/json-scanner";
import { parseJson } from "~/parsing/parse-json";
import type { Clock, RateLimiter } from "./rate-limiter";
import { failureOf, ServiceError, unreachedProblem, type ServiceFailure } from "./service-error";

export interface ServiceClientOptions {
  /** The service's name in messages. */
  service: string;
  userAgent: string;
  baseUrl: URL;
  /** The operator's for a URL that an operator sets, else the guarded one. */
  fetch: ServiceFetch;
  jsonLimits: { maxDepth: number; maxValues: number };
  waitForSlot: RateLimiter;
  clock?: Clock;
  random?: () => number;
  /** Called before a retry, with the reason for the operator. */
  onWait?: ((message: string) => void) | undefined;
  /** Called with the headers of each response, which may state the service's present limit. */
  onResponse?: ((headers: Headers) => void) | undefined;
}

interface RequestOptions {
  /** Includes the first one. What must not happen twice has one, or a key in a header. */
  maxAttempts: number;
  signal?: AbortSignal | undefined;
}

interface ServiceCall<Schema extends z.ZodType> extends RequestOptions {
  method: NonNullable<ServiceRequest["method"]>;
  path: string;
  /** The body as JSON, or as a form. */
  json?: unknown;
  form?: URLSearchParams;
  /** An account's, never logged. */
  token?: string;
  headers?: Readonly<Record<string, string>>;
  /** Describes the response, which is null when it has no content. */
  schema: Schema;
}

/**
 * Calls of paths under the base URL, which may take minutes. They throw `ServiceError`, or the
 * signal's reason.
 */
export interface ServiceClient {
  send<Schema extends z.ZodType>(call: ServiceCall<Schema>): Promise<z.output<Schema>>;
  /** Reads JSON of the given shape. */
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
  onResponse,
}: ServiceClientOptions): ServiceClient {
  const base = baseUrl.href.replace(/\/$/, "");
  const ownHeaders = { accept: "application/json", "user-agent": userAgent };

  async function attempt<Schema extends z.ZodType>(
    url: URL,
    request: ServiceRequest,
    schema: Schema,
  ): Promise<Outcome<z.output<Schema>>> {
    let response: ServiceResponse;
    try {
      response = await fetch(url, request);
    } catch (error) {
      if (!(error instanceof ServiceFetchError)) throw error;
      request.signal?.throwIfAborted();
      const failure = FAILURES[error.kind] ?? "unavailable";
      const isUnreached = error.kind === "unreachable" || error.kind === "timed-out";
      const problem = isUnreached
        ? unreachedProblem(error.message)
        : `${PROBLEMS[error.kind] ?? "sent no usable response"}: ${error.message}`;
      return { failure, problem, cause: error };
    }
    const { status, text } = response;
    onResponse?.(response.headers);
    if (status === 204) return check(null, schema);
    if (status >= 200 && status < 300) return parseBody(text, schema, jsonLimits);
    return {
      failure: failureOf(status),
      problem: `responded with status ${status}`,
      retryAfterMs: parseRetryAfter(response.headers),
    };
  }

  const client: ServiceClient = {
    get: (path, schema, options) => client.send({ method: "GET", path, schema, ...options }),
    async send({ path, schema, maxAttempts, signal, ...call }) {
      const url = new URL(`${base}/${path}`);
      const request = toRequest(call, ownHeaders, signal);
      for (let attempts = 1; ; attempts += 1) {
        await waitForSlot(signal);
        const outcome = await attempt(url, request, schema);
        if ("value" in outcome) return outcome.value;
        const { failure, problem, cause, retryAfterMs = 0 } = outcome;
        if (!mayPass(failure) || attempts >= maxAttempts)
          throw new ServiceError(failure, `${service} ${problem} (${url.href}).`, cause);
        const wait = Math.round(retryAfterMs + random() * maxBackoffMs(attempts));
        if (wait > MAX_RETRY_AFTER_MS) {
          const minutes = Math.ceil(wait / MINUTE_MS);
          throw new ServiceError(failure, `${service} asks to retry in ${minutes} minutes.`);
        }
        onWait?.(`${service} ${problem}; retrying in ${(wait / 1_000).toFixed(1)} s`);
        await clock.sleep(wait, signal);
      }
    },
  };
  return client;
}

/** What else happens on the way may pass. */
const FAILURES: Partial<Record<ServiceFetchFailure, ServiceFailure>> = {
  "too-large": "invalid-response",
  refused: "refused",
};

const PROBLEMS: Partial<Record<ServiceFetchFailure, string>> = {
  refused: "may not be called",
  busy: "was not called",
};

function toRequest(
  {
    method,
    json,
    form,
    token,
    headers,
  }: Omit<ServiceCall<z.ZodType>, "path" | "schema" | "maxAttempts">,
  ownHeaders: Readonly<Record<string, string>>,
  signal: AbortSignal | undefined,
): ServiceRequest {
  const body = json === undefined ? form : JSON.stringify(json);
  return {
    method,
    headers: {
      ...ownHeaders,
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body === undefined ? {} : { body }),
    ...(signal === undefined ? {} : { signal }),
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
  return check(body, schema);
}

function check<Schema extends z.ZodType>(body: unknown, schema: Schema): Outcome<z.output<Schema>> {
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
