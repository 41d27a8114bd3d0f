import { join } from "node:path";
import type { Config } from "~/config/config.server";
import { restoreBackup, type RestoreSummary } from "~/features/backup/restore-backup.server";
import { createDiskStorage } from "~/media/storage/disk.server";
import type { ConnectedDatabase } from "~db/connect.server";
import { MIGRATIONS } from "./run";

/** Restores a backup with its uploads into this installation. */
export function restoreInto(
  { dataDir }: Pick<Config, "dataDir">,
  { withConnection }: Pick<ConnectedDatabase, "withConnection">,
  backup: { path: string; replace: boolean },
): Promise<RestoreSummary> {
  const storage = createDiskStorage(join(dataDir, "uploads"));
  return restoreBackup(
    {
      withConnection,
      migrationsFolder: MIGRATIONS,
      storeUpload: (bytes) => storage.put(bytes, "application/octet-stream"),
    },
    backup,
  );
}
