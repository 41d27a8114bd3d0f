import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { importFile } from "~/features/import/import-file.server";
import { requireUsableRows, type RowKind } from "~/features/import/source-item";
import { watchImport } from "~/features/site/runs/import-watcher";
import type { Services } from "~/http/context";

const MAX_SUBJECT_LENGTH = 200;

/** The file is stored until the import ends. Throws `Conflict` while the catalog is updated. */
export async function startFileImport(
  { config, imports }: Pick<Services, "config" | "imports">,
  startedBy: string,
  { kind, file }: { kind: RowKind; file: File },
): Promise<void> {
  const subject = file.name.replaceAll("\0", "").slice(0, MAX_SUBJECT_LENGTH) || "upload";
  const folder = join(config.dataDir, "imports");
  const path = join(folder, randomUUID());
  await mkdir(folder, { recursive: true });
  const remove = () => rm(path, { force: true });
  try {
    await writeFile(path, file.stream());
    await imports.start({ subject, startedBy }, async (run) => {
      try {
        requireUsableRows(await importFile(run.db, kind, path, watchImport(run, subject)));
      } finally {
        await remove();
      }
    });
  } catch (error) {
    await remove();
    throw error;
  }
}
