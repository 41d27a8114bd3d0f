import {
  importCharacters,
  importEpisodes,
  importRelations,
  importStaff,
  importThemes,
} from "~/features/import/import-catalog.server";
import { importJikanListing } from "~/features/import/import-jikan-listing.server";
import { createJikanProgressFile } from "~/features/import/jikan-progress-file.server";
import {
  readJikanCharacters,
  readJikanEpisodes,
  readJikanRelations,
  readJikanStaff,
  readJikanThemes,
} from "~/features/import/jikan-source.server";
import {
  emptyCounts,
  hasNoUsableRows,
  type ImportCounts,
  type RowKind,
} from "~/features/import/source-item";
import { createJikanClient, type JikanClient } from "~/providers/jikan/client.server";
import type { Database } from "~db/client.server";
import { createProgressDisplay } from "./progress";
import { createDefaultRejectedFile, createRejectedFile, type RejectedFile } from "./rejected-file";
import { describeError } from "./run";
import type { ImportResult } from "./summary";

const PARTS = {
  episodes: [readJikanEpisodes, importEpisodes],
  relations: [readJikanRelations, importRelations],
  characters: [readJikanCharacters, importCharacters],
  staff: [readJikanStaff, importStaff],
  themes: [readJikanThemes, importThemes],
} as const;

/** What Jikan delivers of one title at a time. */
export type TitlePart = keyof typeof PARTS;
export const TITLE_PARTS = Object.keys(PARTS) as readonly TitlePart[];

export interface ImportJikanOptions {
  baseUrl: URL;
  dataDir: string;
  fromPage: number | undefined;
  /** Ids of titles to import a part of; with any, the listing is not read. */
  titles: Partial<Record<TitlePart, readonly number[]>>;
  rejected: string | undefined;
  signal: AbortSignal;
}

const print = (message: string) => process.stderr.write(`${message}\n`);

export async function importJikan(
  db: Database,
  options: ImportJikanOptions,
): Promise<ImportResult> {
  const client = createJikanClient({
    baseUrl: options.baseUrl,
    onWait: (message) => print(`\n${message}`),
  });
  const refused =
    options.rejected === undefined
      ? createDefaultRejectedFile("jikan")
      : createRejectedFile(options.rejected);
  const summary: ImportResult["counts"] = {};
  let failed = false;
  const run = async (
    kind: RowKind,
    work: (counts: ImportCounts) => Promise<void>,
  ): Promise<void> => {
    const counts = (summary[kind] = emptyCounts());
    try {
      await work(counts);
      failed ||= hasNoUsableRows(counts);
    } catch (error) {
      print(`\nImporting ${kind} from Jikan failed: ${describeError(error)}`);
      failed = true;
    }
  };

  if (Object.keys(options.titles).length === 0) {
    await run("animes", (counts) => importListing(db, client, options, refused, counts));
  }
  for (const kind of TITLE_PARTS) {
    const ids = options.titles[kind];
    if (ids !== undefined && !options.signal.aborted)
      await run(kind, (counts) => importTitles(db, client, kind, ids, options, refused, counts));
  }
  const report = refused.close();
  return { counts: summary, reports: report === null ? [] : [report], hasFailed: failed };
}

async function importListing(
  db: Database,
  client: JikanClient,
  { baseUrl, dataDir, fromPage, signal }: ImportJikanOptions,
  rejectedFile: RejectedFile,
  counts: ImportCounts,
): Promise<void> {
  const display = createProgressDisplay("animes");
  const { progress } = await importJikanListing(db, {
    client,
    progressFile: createJikanProgressFile(dataDir, baseUrl),
    fromPage,
    signal,
    onResume: (page) =>
      print(
        `Continuing at page ${page}, where the last import stopped. (--from-page 1 starts over.)`,
      ),
    onFailedPage: (page, reason) => print(`\nPage ${page} cannot be read for now: ${reason}`),
    onRejected: (rejection) => rejectedFile.add("jikan", rejection),
    onProgress(now, fraction) {
      Object.assign(counts, now);
      display.update({
        fraction,
        rows: now.added + now.changed + now.unchanged + now.rejected,
      });
    },
  }).finally(() => display.finish());
  reportListing(progress, signal);
}

function reportListing(
  progress: { nextPage: number; failedPages: readonly number[] },
  signal: AbortSignal,
): void {
  if (signal.aborted) {
    print(`Stopped. The next import continues at page ${progress.nextPage}.`);
  } else if (progress.failedPages.length > 0) {
    print(
      `${progress.failedPages.length} pages could not be read (${progress.failedPages.join(", ")}). The next import tries them again.`,
    );
  }
}

async function importTitles(
  db: Database,
  client: JikanClient,
  kind: TitlePart,
  ids: readonly number[],
  options: ImportJikanOptions,
  refused: RejectedFile,
  counts: ImportCounts,
): Promise<void> {
  const display = createProgressDisplay(kind);
  let done = 0;
  let unreadable = 0;
  const titles = {
    signal: options.signal,
    onTitle() {
      done += 1;
    },
    onFailedTitle(malId: number, { message }: Error) {
      unreadable += 1;
      print(`\nThe ${kind} of ${malId} cannot be read for now: ${message}`);
    },
  };
  const [read, write] = PARTS[kind];
  await write(db, read(client, ids, titles), {
    source: "jikan",
    signal: options.signal,
    onRejected: (rejection) => refused.add("jikan", rejection),
    onProgress(now) {
      Object.assign(counts, now);
      display.update({
        fraction: (done + 1) / ids.length,
        rows: now.added + now.changed + now.unchanged + now.rejected,
      });
    },
  });
  display.finish();
  if (unreadable === ids.length) throw new Error("none of the titles could be read");
}
