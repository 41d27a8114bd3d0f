import { stat } from "node:fs/promises";
import {
  importCatalog,
  importCharacters,
  importEpisodes,
  importIds,
  importRelations,
  importStaff,
  importThemes,
  type CatalogWriter,
} from "./import-catalog.server";
import { readJsonObjects } from "./json-objects-file.server";
import { readNdjsonFile } from "./ndjson-file.server";
import type { ImportCounts, Rejection, RowKind } from "./source-item";

const VERBS = {
  animes: importCatalog,
  episodes: importEpisodes,
  relations: importRelations,
  characters: importCharacters,
  staff: importStaff,
  themes: importThemes,
  ids: importIds,
};

export interface ImportWatcher {
  onRejected: (rejection: Rejection) => void;
  /** Called after every chunk; `fraction` is 0 to 1. */
  onProgress: (counts: Readonly<ImportCounts>, fraction: number) => void;
  signal: AbortSignal;
}

/** Imports an NDJSON file, or a JSON array of ids, gzipped or not, measured by its bytes. */
export async function importFile(
  db: CatalogWriter,
  kind: RowKind,
  path: string,
  { onRejected, onProgress, signal }: ImportWatcher,
): Promise<ImportCounts> {
  const { size } = await stat(path);
  let bytes = 0;
  const read = kind === "ids" ? readJsonObjects : readNdjsonFile;
  return VERBS[kind](db, read(path, { onBytes: (count) => (bytes = count) }), {
    signal,
    onRejected,
    onProgress: (counts) => onProgress(counts, size === 0 ? 1 : bytes / size),
  });
}
