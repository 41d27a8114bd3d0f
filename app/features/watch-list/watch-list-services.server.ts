import { workerFile } from "~/config/worker-file.server";
import type { Log } from "~/observability/log.server";
import { createListParser, type ListParser } from "./transfer/list-parser.server";

export interface WatchListServices {
  listParser: ListParser;
}

/** Builds what imports lists from other services' exports. */
export function createWatchListServices({
  root,
  log,
}: {
  root: string;
  log: Log;
}): WatchListServices {
  return {
    listParser: createListParser({
      workerFile: workerFile(root, "app/features/watch-list/transfer", "parse-list-worker"),
      onError: (error) => log.error({ err: String(error) }, "the list parser's worker failed"),
    }),
  };
}
