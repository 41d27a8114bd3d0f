import { readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { createDataFolder } from "~/config/data-folder";
import type { JikanProgress } from "./jikan-source.server";

const fileSchema = z.object({
  baseUrl: z.string(),
  nextPage: z.int().min(1),
  failedPages: z.array(z.int().min(1)),
});

export interface JikanProgressFile {
  /** Returns null unless an import from the same URL is unfinished. */
  load(): JikanProgress | null;
  save(progress: JikanProgress): void;
  clear(): void;
}

/** A damaged file counts as missing. */
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
      createDataFolder(dataDir);
      // Renamed into place, so that an interrupted write keeps the old state.
      writeFileSync(`${path}.new`, JSON.stringify({ baseUrl: baseUrl.href, ...progress }));
      renameSync(`${path}.new`, path);
    },
    clear: () => rmSync(path, { force: true }),
  };
}
