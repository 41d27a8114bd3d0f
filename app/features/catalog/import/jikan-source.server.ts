import { JikanFailed, type JikanClient } from "~/providers/jikan/client.server";
import type { JikanPage } from "~/providers/jikan/responses";
import { toAnimeRow, toEpisodeRow, toRelationRows } from "~/providers/jikan/to-anime";
import type { SourceLine } from "./source-line";

/** How far an import of all pages has come; enough to go on from there another day. */
export interface JikanProgress {
  nextPage: number;
  /** Pages that could not be read so far. */
  failedPages: readonly number[];
}

export interface JikanCatalogOptions {
  from: JikanProgress;
  /** Called when everything up to here is written, or known to be unreadable for now. */
  save: (progress: JikanProgress) => void;
  /** Called with every page that was read, and what Jikan calls its last page at that time. */
  onPage?: (page: number, lastPage: number) => void;
  onFailedPage?: (page: number, reason: string) => void;
  signal?: AbortSignal;
}

/** As many pages in a row that fail mean that Jikan is away, not that a page is bad. */
const FAILURES_IN_A_ROW = 3;

/**
 * All titles of Jikan, a page at a time. The last page moves while one reads, so each answer decides whether there is another.
 * A page that cannot be read is left for the end; what is then still missing stays in the progress, for the next run. Ends early
 * when the signal is aborted; throws `JikanFailed` when Jikan is away.
 */
export async function* readJikanCatalog(
  client: JikanClient,
  options: JikanCatalogOptions,
): AsyncGenerator<SourceLine[]> {
  const { from, save, onPage, onFailedPage, signal } = options;
  const failed = new Set(from.failedPages);
  let page = from.nextPage;
  let lastPage = 0;
  let failuresInARow = 0;
  let before: JikanPage | null = null;

  const read = async (number: number): Promise<JikanPage | null> => {
    try {
      const answer = await client.animePage(number, signal);
      failuresInARow = 0;
      return answer;
    } catch (error) {
      if (!(error instanceof JikanFailed)) throw error;
      failuresInARow += 1;
      onFailedPage?.(number, error.message);
      if (failuresInARow >= FAILURES_IN_A_ROW) throw error;
      return null;
    }
  };
  const remember = (): void => save({ nextPage: page, failedPages: [...failed] });

  try {
    for (let more = true; more;) {
      const answer = await read(page);
      if (answer === null) {
        failed.add(page);
        more = lastPage === 0 || page < lastPage;
      } else {
        if (answer.data.length === 0 || (before !== null && sameItems(before, answer))) break;
        before = answer;
        lastPage = answer.pagination.last_visible_page;
        onPage?.(page, Math.max(page, lastPage));
        yield animeLines(answer, page);
        failed.delete(page);
        more = answer.pagination.has_next_page;
      }
      page += 1;
      remember();
    }
    for (const number of [...failed]) {
      const answer = await read(number);
      if (answer === null) continue;
      yield animeLines(answer, number);
      failed.delete(number);
      remember();
    }
  } catch (error) {
    if (signal?.aborted !== true) throw error;
  }
}

function animeLines({ data }: JikanPage, page: number): SourceLine[] {
  return data.map((item, index) => ({ at: { page, item: index + 1 }, value: toAnimeRow(item) }));
}

/** A server that overlooks the page number would be asked for ever. */
function sameItems(one: JikanPage, other: JikanPage): boolean {
  return JSON.stringify(one.data) === JSON.stringify(other.data);
}

export interface JikanTitlesOptions {
  onTitle?: (malId: number) => void;
  /** Hears of every title that could not be read; the others follow all the same. */
  onFailedTitle?: (malId: number, reason: string) => void;
  signal?: AbortSignal;
}

/** The episodes of the given titles, a page of 100 at a time. */
export async function* readJikanEpisodes(
  client: JikanClient,
  ids: readonly number[],
  options: JikanTitlesOptions,
): AsyncGenerator<SourceLine[]> {
  yield* eachTitle(ids, options, async function* (malId) {
    let before: JikanPage | null = null;
    for (let page = 1; ; page += 1) {
      const answer = await client.episodesPage(malId, page, options.signal);
      if (answer.data.length === 0 || (before !== null && sameItems(before, answer))) return;
      before = answer;
      yield answer.data.map((item, index) => ({
        at: { mal_id: malId, page, item: index + 1 },
        value: toEpisodeRow(malId, item),
      }));
      if (!answer.pagination.has_next_page) return;
    }
  });
}

/** The relations of the given titles to other anime. */
export async function* readJikanRelations(
  client: JikanClient,
  ids: readonly number[],
  options: JikanTitlesOptions,
): AsyncGenerator<SourceLine[]> {
  yield* eachTitle(ids, options, async function* (malId) {
    const rows = toRelationRows(malId, await client.relations(malId, options.signal));
    yield rows.map((value, index) => ({ at: { mal_id: malId, item: index + 1 }, value }));
  });
}

async function* eachTitle(
  ids: readonly number[],
  { onTitle, onFailedTitle, signal }: JikanTitlesOptions,
  read: (malId: number) => AsyncGenerator<SourceLine[]>,
): AsyncGenerator<SourceLine[]> {
  for (const malId of ids) {
    try {
      yield* read(malId);
    } catch (error) {
      if (signal?.aborted === true) return;
      if (!(error instanceof JikanFailed)) throw error;
      onFailedTitle?.(malId, error.message);
    }
    onTitle?.(malId);
  }
}
