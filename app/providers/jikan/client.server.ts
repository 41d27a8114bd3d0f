import type { z } from "zod";
import { createOperatorFetch } from "~/outbound/operator-fetch.server";
import { createRateLimiter, type RateLimit } from "~/providers/service-client/rate-limiter";
import { readPages } from "~/providers/service-client/read-pages";
import {
  createServiceClient,
  SYSTEM_CLOCK,
  type ServiceClientOptions,
} from "~/providers/service-client/service-client.server";
import {
  jikanBiographySchema,
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

export type JikanClientOptions = Pick<ServiceClientOptions, "baseUrl"> &
  Partial<Pick<ServiceClientOptions, "fetch" | "clock" | "random" | "onWait">>;

export type JikanList = "all" | "airing" | "season" | "upcoming";

const LIST_PATHS: Record<JikanList, string> = {
  all: "anime?",
  airing: "anime?status=airing&",
  season: "seasons/now?",
  upcoming: "seasons/upcoming?",
};

/** Calls may take minutes, and throw `ServiceError`. */
export interface JikanClient {
  /** Pages count from 1 and hold 25 titles. */
  animePage(page: number, signal?: AbortSignal, list?: JikanList): Promise<JikanPage>;
  anime(malId: number, signal?: AbortSignal): Promise<unknown>;
  /** Pages count from 1 and hold 100 episodes. */
  episodePages(
    malId: number,
    signal?: AbortSignal,
  ): AsyncGenerator<{ cursor: number; items: readonly unknown[] }>;
  relations(malId: number, signal?: AbortSignal): Promise<JikanRelations>;
  characters(malId: number, signal?: AbortSignal): Promise<JikanCharacters>;
  staff(malId: number, signal?: AbortSignal): Promise<JikanStaff>;
  themes(malId: number, signal?: AbortSignal): Promise<JikanThemes>;
  /** The biography of one character or person, as it was written. */
  biography(kind: "characters" | "people", id: number, signal?: AbortSignal): Promise<unknown>;
}

/** A listing page holds 25 titles. */
const MAX_LISTING_ATTEMPTS = 6;
/** Jikan responds 500 for some titles for weeks. */
const MAX_TITLE_ATTEMPTS = 3;

const RATE_LIMITS: readonly RateLimit[] = [
  { requests: 3, windowMs: 1_000 },
  { requests: 60, windowMs: 60_000 },
];
/** Limits of a response. 25 titles have about 150 kB. */
const FETCH_LIMITS = { timeoutMs: 30_000, maxBytes: 8_000_000 };
/** Limits that allow 25 titles of some hundred values, or 100 episodes. */
const JSON_LIMITS = { maxDepth: 32, maxValues: 100_000 };

/** The adapter of Jikan's API, an unofficial one of MyAnimeList. */
export function createJikanClient({
  baseUrl,
  fetch = createOperatorFetch(FETCH_LIMITS),
  clock = SYSTEM_CLOCK,
  random = Math.random,
  onWait,
}: JikanClientOptions): JikanClient {
  const service = createServiceClient({
    service: "Jikan",
    userAgent: "Akari catalog import",
    baseUrl,
    fetch,
    jsonLimits: JSON_LIMITS,
    waitForSlot: createRateLimiter(RATE_LIMITS, clock),
    clock,
    random,
    onWait,
  });

  const getPage = (path: string, maxAttempts: number, signal?: AbortSignal) =>
    service.get(path, jikanPageSchema, { maxAttempts, signal });

  const getData = async <Data>(
    path: string,
    schema: z.ZodType<{ data: Data }>,
    signal?: AbortSignal,
  ): Promise<Data> =>
    (await service.get(path, schema, { maxAttempts: MAX_TITLE_ATTEMPTS, signal })).data;

  return {
    animePage: (page, signal, list = "all") =>
      getPage(`${LIST_PATHS[list]}page=${page}`, MAX_LISTING_ATTEMPTS, signal),
    anime: (malId, signal) => getData(`anime/${malId}`, jikanTitleSchema, signal),
    episodePages: (malId, signal) =>
      readPages(1, async (page) => {
        const path = `anime/${malId}/episodes?page=${page}`;
        const { data, pagination } = await getPage(path, MAX_TITLE_ATTEMPTS, signal);
        return { items: data, next: pagination.has_next_page ? page + 1 : null };
      }),
    relations: (malId, signal) => getData(`anime/${malId}/relations`, jikanRelationsSchema, signal),
    characters: (malId, signal) =>
      getData(`anime/${malId}/characters`, jikanCharactersSchema, signal),
    staff: (malId, signal) => getData(`anime/${malId}/staff`, jikanStaffSchema, signal),
    themes: (malId, signal) => getData(`anime/${malId}/themes`, jikanThemesSchema, signal),
    biography: async (kind, id, signal) =>
      (await getData(`${kind}/${id}`, jikanBiographySchema, signal)).about,
  };
}
