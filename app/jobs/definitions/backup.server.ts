import { join } from "node:path";
import { backupFolder } from "~/features/backup/backup-format";
import { runBackup } from "~/features/backup/run-backup.server";
import { createBackupBucket } from "~/media/storage/create-storage.server";
import { createDiskStorage } from "~/media/storage/disk.server";
import { defineJob, NO_PAYLOAD } from "~/jobs/define-job";
import { JOB_PLANS } from "~/jobs/job-names";

export const backup = defineJob({
  name: "backup",
  plan: JOB_PLANS.backup,
  payload: NO_PAYLOAD,
  async work({ database, config }, { signal }) {
    const storage = createDiskStorage(join(config.dataDir, "uploads"));
    const { uploads, missingUploads, removed } = await runBackup(
      { withConnection: database.withConnection, readUpload: (cid) => storage.read(cid) },
      {
        folder: backupFolder(config.dataDir),
        keep: config.jobs.keptBackups,
        bucket: createBackupBucket(config.backups.bucket),
        now: new Date(),
        signal,
      },
    );
    return { uploads, missingUploads, removed: removed.length };
  },
});
