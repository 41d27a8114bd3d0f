import { workerFile } from "~/config/worker-file.server";
import type { Log } from "~/observability/log.server";
import type { ListListener } from "./port";
import { createListParser, type ListParser } from "./transfer/list-parser.server";

export interface WatchListServices {
  listParser: ListParser;
  /** What follows the changes that users make to their lists. */
  listListeners: readonly ListListener[];
}

/** Builds what imports lists from other services' exports, with what follows changes of lists. */
export function createWatchListServices({
  root,
  log,
  listListeners,
}: Pick<WatchListServices, "listListeners"> & {
  root: string;
  log: Log;
}): WatchListServices {
  return {
    listListeners,
    listParser: createListParser({
      workerFile: workerFile(root, "app/features/watch-list/transfer", "parse-list-worker"),
      onError: (error) => log.error({ err: String(error) }, "the list parser's worker failed"),
    }),
  };
}
