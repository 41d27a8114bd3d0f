import type { JikanClient } from "~/providers/jikan/client.server";
import { importCatalog, type CatalogWriter } from "./import-catalog.server";
import type { ImportWatcher } from "./import-file.server";
import type { JikanProgressFile } from "./jikan-progress-file.server";
import { readJikanCatalog, type JikanProgress } from "./jikan-source.server";
import type { ImportCounts } from "./source-item";

export interface JikanListingOptions extends ImportWatcher {
  client: JikanClient;
  /** The file that records where an unfinished import stopped. */
  progressFile: JikanProgressFile;
  /** Overrides the saved progress. */
  fromPage?: number | undefined;
  onResume?: (page: number) => void;
  onFailedPage?: (page: number, reason: string) => void;
}

/**
 * Imports Jikan's listing from where the last import stopped. The progress is cleared once every
 * page is read. Throws `ServiceError` when Jikan is down.
 */
export async function importJikanListing(
  db: CatalogWriter,
  {
    client,
    progressFile,
    fromPage,
    onResume,
    onFailedPage,
    onRejected,
    onProgress,
    signal,
  }: JikanListingOptions,
): Promise<{ counts: ImportCounts; progress: JikanProgress }> {
  const left = fromPage === undefined ? progressFile.load() : null;
  let progress = left ?? { nextPage: fromPage ?? 1, failedPages: [] };
  if (left !== null) onResume?.(left.nextPage);
  const start = progress.nextPage;
  let fraction = 0;
  const source = readJikanCatalog(client, {
    from: progress,
    save(next) {
      progress = next;
      progressFile.save(next);
    },
    onPage(page, lastPage) {
      fraction = (page - start + 1) / (lastPage - start + 1);
    },
    ...(onFailedPage === undefined ? {} : { onFailedPage }),
    signal,
  });
  const counts = await importCatalog(db, source, {
    source: "jikan",
    signal,
    onRejected,
    onProgress: (now) => onProgress(now, fraction),
  });
  if (!signal.aborted && progress.failedPages.length === 0) progressFile.clear();
  return { counts, progress };
}
