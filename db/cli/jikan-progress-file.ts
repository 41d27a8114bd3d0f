import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import type { JikanProgress } from "~/features/catalog/import/jikan-source.server";

const fileSchema = z.object({
  baseUrl: z.string(),
  nextPage: z.int().min(1),
  failedPages: z.array(z.int().min(1)),
});

/** Where an import from Jikan notes how far it is, so that the next one goes on from there. */
export interface JikanProgressFile {
  /** What an unfinished import from the same address left, or `null`. */
  load(): JikanProgress | null;
  save(progress: JikanProgress): void;
  /** The import is complete: the next one begins anew. */
  clear(): void;
}

/** The progress of imports from `baseUrl`, in the data folder. A damaged file counts as none. */
export function createJikanProgressFile(dataDir: string, baseUrl: URL): JikanProgressFile {
  const path = join(dataDir, "jikan-import.json");
  return {
    load() {
      try {
        const { baseUrl: of, ...progress } = fileSchema.parse(
          JSON.parse(readFileSync(path, "utf8")),
        );
        return of === baseUrl.href ? progress : null;
      } catch {
        return null;
      }
    },
    save(progress) {
      mkdirSync(dataDir, { recursive: true });
      // Renamed into place, so that an end in the middle of writing leaves the old state.
      writeFileSync(`${path}.new`, JSON.stringify({ baseUrl: baseUrl.href, ...progress }));
      renameSync(`${path}.new`, path);
    },
    clear: () => rmSync(path, { force: true }),
  };
}
