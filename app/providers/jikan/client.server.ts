import type { z } from "zod";
import {
  OperatorFetchError,
  type OperatorResponse,
  type OperatorFetch,
} from "~/outbound/operator-fetch.server";
import { JsonLimitExceeded } from "~/parsing/json-scanner";
import { parseJson } from "~/parsing/parse-json";
import { createRateLimiter, JIKAN_RATE_LIMITS, type Clock, type RateLimit } from "./rate-limiter";
import {
  jikanCharactersSchema,
  jikanPageSchema,
  jikanRelationsSchema,
  jikanStaffSchema,
  jikanThemesSchema,
  jikanTitleSchema,
  type JikanCharacters,
  type JikanPage,
  type JikanRelations,
  type JikanStaff,
  type JikanThemes,
} from "./responses";

export interface JikanClientOptions {
  baseUrl: URL;
  fetch: OperatorFetch;
  clock: Clock;
  random: () => number;
  rateLimits?: readonly RateLimit[];
  /** Beyond the rate limit, for the operator. */
  onWait?: (message: string) => void;
}

export type JikanList = "all" | "airing" | "season" | "upcoming";

const LIST_PATHS: Record<JikanList, string> = {
  all: "anime?",
  airing: "anime?status=airing&",
  season: "seasons/now?",
  upcoming: "seasons/upcoming?",
};

/** Calls may take minutes. */
export interface JikanClient {
  /** From 1; 25 a page. */
  animePage(page: number, signal?: AbortSignal, list?: JikanList): Promise<JikanPage>;
  anime(malId: number, signal?: AbortSignal): Promise<unknown>;
  /** From 1; 100 a page. */
  episodesPage(malId: number, page: number, signal?: AbortSignal): Promise<JikanPage>;
  relations(malId: number, signal?: AbortSignal): Promise<JikanRelations>;
  characters(malId: number, signal?: AbortSignal): Promise<JikanCharacters>;
  staff(malId: number, signal?: AbortSignal): Promise<JikanStaff>;
  themes(malId: number, signal?: AbortSignal): Promise<JikanThemes>;
}

interface FailureFacts {
  attempts: number;
  isMissing?: boolean;
  cause?: unknown;
}

export class JikanFailed extends Error {
  readonly attempts: number;
  /** Jikan works, but does not have it. */
  readonly isMissing: boolean;

  constructor(message: string, { attempts, isMissing = false, cause }: FailureFacts) {
    super(message, { cause });
    this.name = "JikanFailed";
    this.attempts = attempts;
    this.isMissing = isMissing;
  }
}

/** With the first. A listing page holds 25 titles. */
const MAX_LISTING_ATTEMPTS = 6;
/** Jikan responds 500 for some titles for weeks. */
const MAX_TITLE_ATTEMPTS = 3;
const MIN_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;
const MAX_RETRY_AFTER_MS = 10 * 60_000;

/** 25 titles of some hundred values, or 100 episodes. */
const JSON_LIMITS = { maxDepth: 32, maxValues: 100_000 };

const RETRYABLE_STATUSES = new Set([408, 425, 429, 500, 502, 503, 504]);

/** One request at a time. Throws `JikanFailed`, or the signal's reason. */
export function createJikanClient({
  baseUrl,
  fetch,
  clock,
  random,
  rateLimits = JIKAN_RATE_LIMITS,
  onWait,
}: JikanClientOptions): JikanClient {
  const waitForSlot = createRateLimiter(rateLimits, clock);

  const get = async <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    attempts: number,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>> => {
    const url = new URL(`${baseUrl.href.replace(/\/$/, "")}/${path}`);
    for (let attempt = 1; ; attempt += 1) {
      await waitForSlot(signal);
      const outcome = await sendOnce(url, schema, fetch, signal);
      if ("value" in outcome) return outcome.value;
      if (!outcome.isRetryable || attempt >= attempts)
        throw new JikanFailed(`Jikan ${outcome.problem} (${url.href}).`, {
          attempts: attempt,
          isMissing: outcome.status === 404,
          cause: outcome.cause,
        });
      const wait = backoffMs(attempt, outcome.retryAfterMs, random);
      if (wait > MAX_RETRY_AFTER_MS)
        throw new JikanFailed(`Jikan asks to retry in ${Math.ceil(wait / 60_000)} minutes.`, {
          attempts: attempt,
        });
      onWait?.(`Jikan ${outcome.problem}; retrying in ${(wait / 1_000).toFixed(1)} s`);
      await clock.sleep(wait, signal);
    }
  };

  const getData = async <Data>(
    malId: number,
    part: string,
    schema: z.ZodType<{ data: Data }>,
    signal?: AbortSignal,
  ): Promise<Data> =>
    (await get(`anime/${malId}/${part}`, schema, MAX_TITLE_ATTEMPTS, signal)).data;

  return {
    animePage: (page, signal, list = "all") =>
      get(`${LIST_PATHS[list]}page=${page}`, jikanPageSchema, MAX_LISTING_ATTEMPTS, signal),
    anime: async (malId, signal) =>
      (await get(`anime/${malId}`, jikanTitleSchema, MAX_TITLE_ATTEMPTS, signal)).data,
    episodesPage: (malId, page, signal) =>
      get(`anime/${malId}/episodes?page=${page}`, jikanPageSchema, MAX_TITLE_ATTEMPTS, signal),
    relations: (malId, signal) => getData(malId, "relations", jikanRelationsSchema, signal),
    characters: (malId, signal) => getData(malId, "characters", jikanCharactersSchema, signal),
    staff: (malId, signal) => getData(malId, "staff", jikanStaffSchema, signal),
    themes: (malId, signal) => getData(malId, "themes", jikanThemesSchema, signal),
  };
}

/** Full jitter spreads clients that failed together. */
function backoffMs(attempt: number, retryAfterMs: number | null, random: () => number): number {
  const ceiling = Math.min(MAX_BACKOFF_MS, MIN_BACKOFF_MS * 2 ** (attempt - 1));
  return Math.round((retryAfterMs ?? 0) + random() * ceiling);
}

type Outcome<Value> =
  | { value: Value }
  | {
      problem: string;
      isRetryable: boolean;
      retryAfterMs: number | null;
      status?: number;
      cause?: unknown;
    };

async function sendOnce<Schema extends z.ZodType>(
  url: URL,
  schema: Schema,
  fetch: OperatorFetch,
  signal?: AbortSignal,
): Promise<Outcome<z.output<Schema>>> {
  let response: OperatorResponse;
  try {
    response = await fetch(url, {
      headers: { accept: "application/json", "user-agent": "Akari catalog import" },
      ...(signal && { signal }),
    });
  } catch (error) {
    if (!(error instanceof OperatorFetchError)) throw error;
    if (signal?.aborted === true) throw signal.reason;
    return {
      problem: `sent no usable response: ${error.message}`,
      isRetryable: error.kind !== "too-large",
      retryAfterMs: null,
      cause: error,
    };
  }
  if (response.status !== 200) {
    return {
      problem: `responded with status ${response.status}`,
      status: response.status,
      isRetryable: RETRYABLE_STATUSES.has(response.status),
      retryAfterMs: parseRetryAfter(
        response.headers.get("retry-after"),
        response.headers.get("date"),
      ),
    };
  }
  let body: unknown;
  try {
    body = parseJson(response.text, JSON_LIMITS);
  } catch (cause) {
    const isLimit = cause instanceof JsonLimitExceeded;
    // A proxy's HTML under status 200, or a truncated body: retried.
    return {
      problem: isLimit ? `sent too large a response: ${cause.message}` : "sent invalid JSON",
      isRetryable: !isLimit,
      retryAfterMs: null,
      cause,
    };
  }
  const parsed = schema.safeParse(body);
  return parsed.success
    ? { value: parsed.data }
    : {
        problem: "sent JSON of an unexpected shape",
        isRetryable: false,
        retryAfterMs: null,
        cause: parsed.error,
      };
}

/** Milliseconds; dates by the server's clock. */
function parseRetryAfter(header: string | null, serverDate: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000;
  const wait = Date.parse(header) - Date.parse(serverDate ?? "");
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
