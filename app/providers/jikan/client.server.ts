import type { z } from "zod";
import { AppError } from "~/errors/app-error";
import {
  OperatorFetchError,
  type OperatorAnswer,
  type OperatorFetch,
} from "~/outbound/operator-fetch.server";
import { createPace, JIKAN_PACE, type Clock, type PaceLimit } from "./pace";
import {
  jikanPageSchema,
  jikanRelationsSchema,
  type JikanPage,
  type JikanRelations,
} from "./responses";

export interface JikanClientParts {
  /** Such as `https://api.jikan.moe/v4`. */
  baseUrl: URL;
  fetch: OperatorFetch;
  clock: Clock;
  /** From 0 to 1, as `Math.random`. */
  random: () => number;
  pace?: readonly PaceLimit[];
  /** Hears of every wait that is longer than the pace asks for, in words for the operator. */
  onWait?: (message: string) => void;
}

/** The parts of the Jikan API that an import needs. Every call may take minutes, since it waits for its turn and tries again. */
export interface JikanClient {
  /** Page `page` (from 1) of all anime, 25 a page. */
  animePage(page: number, signal?: AbortSignal): Promise<JikanPage>;
  /** Page `page` (from 1) of the episodes of an anime, 100 a page. */
  episodesPage(malId: number, page: number, signal?: AbortSignal): Promise<JikanPage>;
  relations(malId: number, signal?: AbortSignal): Promise<JikanRelations>;
}

/** Jikan gave no usable answer, after every attempt that made sense. */
export class JikanFailed extends AppError {
  constructor(publicMessage: string, details: Record<string, unknown>, cause?: unknown) {
    super("upstream-failed", publicMessage, { details, cause });
  }
}

/** Attempts at a page of the listing, the first included: it holds 25 titles, so it is worth waiting for. */
const LISTING_ATTEMPTS = 6;
/** Attempts at what belongs to one title. Jikan answers 500 for some of them for weeks on end. */
const TITLE_ATTEMPTS = 3;
/** The first back-off is up to this long, every further one up to twice the one before. */
const BACK_OFF_FIRST_MS = 1_000;
const BACK_OFF_MAX_MS = 60_000;
/** Jikan is not waited for longer than this when it names the time itself. */
const RETRY_AFTER_MAX_MS = 10 * 60_000;

const TRY_AGAIN = new Set([408, 425, 429, 500, 502, 503, 504]);

/**
 * A polite client: one request at a time within Jikan's limits; `Retry-After` is obeyed; what may pass by itself is tried again
 * after an exponentially growing, fully random pause. Throws `JikanFailed`, or the signal's reason when it is aborted.
 */
export function createJikanClient({
  baseUrl,
  fetch,
  clock,
  random,
  pace = JIKAN_PACE,
  onWait,
}: JikanClientParts): JikanClient {
  const nextTurn = createPace(pace, clock);

  const get = async <Schema extends z.ZodType>(
    path: string,
    schema: Schema,
    attempts: number,
    signal?: AbortSignal,
  ): Promise<z.output<Schema>> => {
    const url = new URL(`${baseUrl.href.replace(/\/$/, "")}/${path}`);
    for (let attempt = 1; ; attempt += 1) {
      await nextTurn(signal);
      const outcome = await attemptOnce(url, schema, fetch, signal);
      if ("value" in outcome) return outcome.value;
      if (!outcome.passing || attempt >= attempts)
        throw new JikanFailed(
          `Jikan ${outcome.problem} (${url.href}).`,
          { attempts: attempt },
          outcome.cause,
        );
      const wait = pauseBefore(attempt, outcome.retryAfterMs, random);
      if (wait > RETRY_AFTER_MAX_MS)
        throw new JikanFailed(`Jikan asks to come back in ${Math.ceil(wait / 60_000)} minutes.`, {
          attempts: attempt,
        });
      onWait?.(`Jikan ${outcome.problem}; trying again in ${(wait / 1_000).toFixed(1)} s`);
      await clock.sleep(wait, signal);
    }
  };

  return {
    animePage: (page, signal) =>
      get(`anime?page=${page}`, jikanPageSchema, LISTING_ATTEMPTS, signal),
    episodesPage: (malId, page, signal) =>
      get(`anime/${malId}/episodes?page=${page}`, jikanPageSchema, TITLE_ATTEMPTS, signal),
    relations: async (malId, signal) =>
      (await get(`anime/${malId}/relations`, jikanRelationsSchema, TITLE_ATTEMPTS, signal)).data,
  };
}

/** Full jitter: anything between nothing and the ceiling, so that clients that failed together do not come back together. */
function pauseBefore(attempt: number, retryAfterMs: number | null, random: () => number): number {
  const ceiling = Math.min(BACK_OFF_MAX_MS, BACK_OFF_FIRST_MS * 2 ** (attempt - 1));
  return Math.round((retryAfterMs ?? 0) + random() * ceiling);
}

type Outcome<Value> =
  | { value: Value }
  | { problem: string; passing: boolean; retryAfterMs: number | null; cause?: unknown };

async function attemptOnce<Schema extends z.ZodType>(
  url: URL,
  schema: Schema,
  fetch: OperatorFetch,
  signal?: AbortSignal,
): Promise<Outcome<z.output<Schema>>> {
  let answer: OperatorAnswer;
  try {
    answer = await fetch(url, {
      headers: { accept: "application/json", "user-agent": "Akari catalog import" },
      ...(signal && { signal }),
    });
  } catch (error) {
    if (!(error instanceof OperatorFetchError)) throw error;
    if (signal?.aborted === true) throw signal.reason;
    return {
      problem: `cannot be read: ${error.message}`,
      passing: error.kind !== "too-large",
      retryAfterMs: null,
      cause: error,
    };
  }
  if (answer.status !== 200) {
    return {
      problem: `answers ${answer.status}`,
      passing: TRY_AGAIN.has(answer.status),
      retryAfterMs: retryAfter(answer.headers.get("retry-after"), answer.headers.get("date")),
    };
  }
  let body: unknown;
  try {
    body = JSON.parse(answer.text);
  } catch (cause) {
    // A proxy's page of words under status 200, or an answer that was cut off: worth another attempt.
    return {
      problem: "answers with something that is no JSON",
      passing: true,
      retryAfterMs: null,
      cause,
    };
  }
  const parsed = schema.safeParse(body);
  return parsed.success
    ? { value: parsed.data }
    : {
        problem: "answers in an unknown shape",
        passing: false,
        retryAfterMs: null,
        cause: parsed.error,
      };
}

/** Milliseconds from `Retry-After`: seconds, or a date that is read against the server's own clock. */
function retryAfter(header: string | null, serverDate: string | null): number | null {
  if (header === null) return null;
  if (/^\d{1,9}$/.test(header.trim())) return Number(header) * 1_000;
  const wait = Date.parse(header) - Date.parse(serverDate ?? "");
  return Number.isNaN(wait) ? null : Math.max(0, wait);
}
