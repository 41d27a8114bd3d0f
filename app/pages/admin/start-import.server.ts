import { randomUUID } from "node:crypto";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { Conflict } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import type { RowKind } from "~/features/import/source-item";
import type { SharedServices } from "~/services/shared-services";
import { fileImport } from "~/jobs/definitions/file-import.server";
import { importsFolder } from "~/jobs/local-files.server";
import { enqueueAlone } from "~/jobs/queue.server";

const MAX_SUBJECT_LENGTH = 200;

/** Enqueues the import of an upload. Throws `Conflict` while the catalog is updated. */
export async function startFileImport(
  { config, db, jobs }: Pick<SharedServices, "config" | "db" | "jobs">,
  startedBy: string,
  { kind, file: upload }: { kind: RowKind; file: File },
): Promise<void> {
  const subject = upload.name.replaceAll("\0", "").slice(0, MAX_SUBJECT_LENGTH) || "upload";
  const folder = importsFolder(config);
  const file = randomUUID();
  const path = join(folder, file);
  await mkdir(folder, { recursive: true });
  try {
    await writeFile(path, upload.stream());
    await db.transaction(async (tx) => {
      if (!(await enqueueAlone(tx, fileImport, { file, kind, subject, startedBy })))
        throw new Conflict("run.running");
      await recordAudit(
        tx,
        { via: "page", userId: startedBy },
        { action: "import.started", details: { source: "file", kind } },
      );
    });
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  jobs.wake();
}
