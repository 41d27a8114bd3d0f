import { Conflict, NotFound } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { listFolders } from "~/features/library/list-folders.server";
import { enqueueScans } from "~/jobs/enqueue-scans.server";
import type { SharedServices } from "~/services/shared-services";

/** Enqueues a scan of one media folder, or of each. Throws `NotFound` and `Conflict`. */
export async function requestScan(
  { db, jobs }: Pick<SharedServices, "db" | "jobs">,
  userId: string,
  name: string | undefined,
): Promise<void> {
  const all = await listFolders(db);
  const folders = name === undefined ? all : all.filter((folder) => folder.name === name);
  if (name !== undefined && folders.length === 0)
    throw new NotFound({ key: "folder.notRegistered", values: { name } });
  if (folders.some(({ isScanning }) => isScanning)) throw new Conflict("scan.running");
  await db.transaction(async (tx) => {
    await enqueueScans(tx, { rematch: true, ...(name === undefined ? {} : { names: [name] }) });
    await recordAudit(
      tx,
      { via: "page", userId },
      { action: "library.scanned", details: { ...(name === undefined ? {} : { folder: name }) } },
    );
  });
  jobs.wake();
}
