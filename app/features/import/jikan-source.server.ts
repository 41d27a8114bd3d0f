import type { JikanClient, JikanList } from "~/providers/jikan/client.server";
import type { JikanPage } from "~/providers/jikan/responses";
import {
  findUnreadableField,
  toAnimeRow,
  toEpisodeRow,
  toRelationRows,
} from "~/providers/jikan/to-anime";
import {
  toBiographyRow,
  toCharacterRows,
  toStaffRows,
  toThemesRow,
} from "~/providers/jikan/to-credits";
import { isSamePage } from "~/providers/service-client/read-pages";
import { ServiceError } from "~/providers/service-client/service-error";
import type { SourceItem, SourcePosition } from "./source-item";

export interface JikanProgress {
  nextPage: number;
  failedPages: readonly number[];
}

export interface JikanCatalogOptions {
  /** The whole listing by default. */
  list?: JikanList;
  from: JikanProgress;
  /** Called once every page up to here is written or noted as failed. */
  save: (progress: JikanProgress) => void;
  onPage?: (page: number, lastPage: number) => void;
  onFailedPage?: (page: number, reason: string) => void;
  signal?: AbortSignal;
}

/** This many consecutive failures mean that Jikan is down. */
const MAX_CONSECUTIVE_FAILURES = 3;

/**
 * Every response is checked for a next page, since the last one moves. Failed pages are retried at
 * the end, then left in the progress for the next run. Returns early on abort; throws
 * `ServiceError` when Jikan is down.
 */
export async function* readJikanCatalog(
  client: JikanClient,
  options: JikanCatalogOptions,
): AsyncGenerator<SourceItem[]> {
  const { list, from, save, onPage, onFailedPage, signal } = options;
  const failed = new Set(from.failedPages);
  let page = from.nextPage;
  let lastPage = 0;
  let consecutiveFailures = 0;
  let previous: readonly unknown[] | null = null;

  const read = async (number: number): Promise<JikanPage | null> => {
    try {
      const response = await client.animePage(number, signal, list);
      consecutiveFailures = 0;
      return response;
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error;
      consecutiveFailures += 1;
      onFailedPage?.(number, error.message);
      if (consecutiveFailures >= MAX_CONSECUTIVE_FAILURES) throw error;
      return null;
    }
  };
  const saveProgress = (): void => save({ nextPage: page, failedPages: [...failed] });

  try {
    for (let hasNextPage = true; hasNextPage;) {
      const response = await read(page);
      if (response === null) {
        failed.add(page);
        hasNextPage = lastPage === 0 || page < lastPage;
      } else {
        if (response.data.length === 0 || isSamePage(response.data, previous)) break;
        previous = response.data;
        lastPage = response.pagination.last_visible_page;
        onPage?.(page, Math.max(page, lastPage));
        yield toSourceItems(response, page);
        failed.delete(page);
        hasNextPage = response.pagination.has_next_page;
      }
      page += 1;
      saveProgress();
    }
    for (const number of [...failed]) {
      const response = await read(number);
      if (response === null) continue;
      yield toSourceItems(response, number);
      failed.delete(number);
      saveProgress();
    }
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
}

function toSourceItems({ data }: JikanPage, page: number): SourceItem[] {
  return data.map((item, index) => toAnimeItem({ page, item: index + 1 }, item));
}

function toAnimeItem(at: SourcePosition, item: unknown): SourceItem {
  const field = findUnreadableField(item);
  return field === null
    ? { at, value: toAnimeRow(item) }
    : { at, broken: `${field} cannot be read`, text: JSON.stringify(item) };
}

export interface JikanTitlesOptions {
  onTitle?: (malId: number) => void;
  onFailedTitle?: (malId: number, failure: ServiceError) => void;
  /**
   * Throws the failure that follows as many without a success in between; by default never. Titles
   * that Jikan does not have are none.
   */
  maxConsecutiveFailures?: number;
  signal?: AbortSignal;
}

/** One title at a time, for those that a list lacks. */
export async function* readJikanTitles(
  client: JikanClient,
  ids: readonly number[],
  options: JikanTitlesOptions,
): AsyncGenerator<SourceItem[]> {
  yield* forEachTitle(ids, options, async function* (malId) {
    yield [toAnimeItem({ mal_id: malId }, await client.anime(malId, options.signal))];
  });
}

export async function* readJikanEpisodes(
  client: JikanClient,
  ids: readonly number[],
  options: JikanTitlesOptions,
): AsyncGenerator<SourceItem[]> {
  yield* forEachTitle(ids, options, async function* (malId) {
    for await (const { cursor: page, items } of client.episodePages(malId, options.signal))
      yield items.map((item, index) => ({
        at: { mal_id: malId, page, item: index + 1 },
        value: toEpisodeRow(malId, item),
      }));
  });
}

export async function* readJikanRelations(
  client: JikanClient,
  ids: readonly number[],
  options: JikanTitlesOptions,
): AsyncGenerator<SourceItem[]> {
  yield* forEachTitle(ids, options, async function* (malId) {
    yield toTitleItems(malId, toRelationRows(malId, await client.relations(malId, options.signal)));
  });
}

export async function* readJikanCharacters(
  client: JikanClient,
  ids: readonly number[],
  options: JikanTitlesOptions,
): AsyncGenerator<SourceItem[]> {
  yield* forEachTitle(ids, options, async function* (malId) {
    yield toTitleItems(
      malId,
      toCharacterRows(malId, await client.characters(malId, options.signal)),
    );
  });
}

export async function* readJikanStaff(
  client: JikanClient,
  ids: readonly number[],
  options: JikanTitlesOptions,
): AsyncGenerator<SourceItem[]> {
  yield* forEachTitle(ids, options, async function* (malId) {
    yield toTitleItems(malId, toStaffRows(malId, await client.staff(malId, options.signal)));
  });
}

export async function* readJikanThemes(
  client: JikanClient,
  ids: readonly number[],
  options: JikanTitlesOptions,
): AsyncGenerator<SourceItem[]> {
  yield* forEachTitle(ids, options, async function* (malId) {
    yield toTitleItems(malId, [toThemesRow(malId, await client.themes(malId, options.signal))]);
  });
}

/** Biographies of characters or people, whose ids take the place of titles'. */
export async function* readJikanBiographies(
  client: JikanClient,
  kind: "characters" | "people",
  ids: readonly number[],
  options: JikanTitlesOptions,
): AsyncGenerator<SourceItem[]> {
  yield* forEachTitle(ids, options, async function* (id) {
    const about = await client.biography(kind, id, options.signal);
    yield [{ at: { id }, value: toBiographyRow(id, about) }];
  });
}

function toTitleItems(malId: number, rows: readonly unknown[]): SourceItem[] {
  return rows.map((value, index) => ({ at: { mal_id: malId, item: index + 1 }, value }));
}

async function* forEachTitle(
  ids: readonly number[],
  { onTitle, onFailedTitle, maxConsecutiveFailures = Infinity, signal }: JikanTitlesOptions,
  read: (malId: number) => AsyncGenerator<SourceItem[]>,
): AsyncGenerator<SourceItem[]> {
  let consecutiveFailures = 0;
  for (const malId of ids) {
    try {
      yield* read(malId);
      consecutiveFailures = 0;
    } catch (error) {
      if (signal?.aborted === true) return;
      if (!(error instanceof ServiceError)) throw error;
      if (error.kind === "not-found") consecutiveFailures = 0;
      else if (consecutiveFailures >= maxConsecutiveFailures) throw error;
      else consecutiveFailures += 1;
      onFailedTitle?.(malId, error);
    }
    onTitle?.(malId);
  }
}
