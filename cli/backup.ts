import { join } from "node:path";
import { akariCommand } from "~/config/command";
import { backupFolder } from "~/features/backup/backup-format";
import { runBackup } from "~/features/backup/run-backup.server";
import { createBackupBucket } from "~/media/storage/create-storage.server";
import { createDiskStorage } from "~/media/storage/disk.server";
import { parseCommandLine } from "./arguments";
import { printResult } from "./output";
import { MIGRATIONS, runCli } from "./run";
import { recordBackup } from "~/jobs/last-backup.server";
import { readSchemaState } from "~db/schema-state.server";

const USAGE = `Writes one file with the database and the uploaded files, while the site runs.

  ${akariCommand("backup")} [--to FOLDER] [--keep N] [--s3] [--json]

  --to     the folder, DATA_DIR/backups by default
  --keep   deletes all but the newest N backups of the folder afterwards, and copies in the bucket
  --s3     copies it to S3_BACKUP_BUCKET
  --json   prints the result as JSON

The session secret (DATA_DIR/session-secret or SESSION_SECRET) is not in it.
`;

const { values, positionals, fail } = parseCommandLine(USAGE, {
  to: { type: "string" },
  keep: { type: "string" },
  s3: { type: "boolean", default: false },
  json: { type: "boolean" },
});
const keep = values.keep === undefined ? null : Number(values.keep);
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (positionals.length > 0) {
  fail(`Unknown argument: ${positionals.join(" ")}`);
} else if (keep !== null && (!Number.isInteger(keep) || keep < 1)) {
  fail("--keep is a whole number from 1.");
} else {
  await runCli(
    async ({ config, database, signal }) => {
      const bucket = values.s3 ? createBackupBucket(config.backups.bucket) : null;
      if (values.s3 && bucket === null)
        throw new Error(
          "--s3 needs S3_BACKUP_BUCKET, a private bucket, with S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY.",
        );
      const schema = await readSchemaState(database.sql, MIGRATIONS);
      if (schema.kind === "empty")
        throw new Error("The database is empty: there is nothing to back up.");
      const storage = createDiskStorage(join(config.dataDir, "uploads"));
      const report = await runBackup(
        { withConnection: database.withConnection, readUpload: (cid) => storage.read(cid) },
        {
          folder: values.to ?? backupFolder(config.dataDir),
          keep,
          bucket,
          now: new Date(),
          signal,
        },
      );
      if (schema.kind === "current") await recordBackup(database.db);
      const { missingUploads, removed, copy } = report;
      const lines = [
        report.path,
        `${report.tables} tables, ${report.uploads} uploaded files`,
        ...(missingUploads === 0
          ? []
          : [
              `${missingUploads} uploads are not on this disk (STORAGE, or removed meanwhile) and not in the backup.`,
            ]),
        ...(copy === null ? [] : [`copied to ${config.backups.bucket?.bucket}/${copy.name}`]),
        ...removed.map((name) => `removed ${name}`),
        ...(copy?.removed ?? []).map((name) => `removed the copy ${name}`),
      ];
      printResult(values.json, report, lines.join("\n"));
      return 0;
    },
    // A backup before an update is of the version that runs.
    { schema: "any" },
  );
}
