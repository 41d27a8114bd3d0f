import { join } from "node:path";
import type { Config } from "~/config/config.server";
import { restoreBackup, type RestoreSummary } from "~/features/backup/restore-backup.server";
import { createDiskStorage } from "~/media/storage/disk.server";
import type { ConnectedDatabase } from "~db/connect.server";
import { migrateDatabase } from "~db/migrate.server";
import { MIGRATIONS } from "./run";

/** Restores a backup with its uploads into this installation, as the current release needs it. */
export async function restoreInto(
  { dataDir }: Pick<Config, "dataDir">,
  { withConnection, target }: Pick<ConnectedDatabase, "withConnection" | "target">,
  backup: { path: string; replace: boolean },
): Promise<RestoreSummary> {
  const storage = createDiskStorage(join(dataDir, "uploads"));
  const summary = await restoreBackup(
    {
      withConnection,
      migrationsFolder: MIGRATIONS,
      storeUpload: (bytes) => storage.put(bytes, "application/octet-stream"),
    },
    backup,
  );
  // Commands may write before the next start, and need the triggers' functions of this release.
  await migrateDatabase(target, MIGRATIONS);
  return summary;
}
