import { dirname, join } from "node:path";
import { backupName, removeOldBackups, writeBackup } from "~/features/backup/write-backup.server";
import { createDiskStorage } from "~/media/storage/disk.server";
import { parseCommandLine } from "./arguments";
import { runCli } from "./run";

const USAGE = `Writes one file with the database and the uploaded files, while the site runs.

  npm run backup [-- --to FOLDER] [--keep N] [--json]

--to    The folder, DATA_DIR/backups by default.
--keep  Deletes all but the newest N backups of the folder afterwards.
--json  Prints one JSON object.

The session secret (DATA_DIR/session-secret or SESSION_SECRET) is not in it.
`;

const { values, positionals, fail } = parseCommandLine(USAGE, {
  to: { type: "string" },
  keep: { type: "string" },
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
  await runCli(async ({ config, database, signal }) => {
    const now = new Date();
    const path = join(values.to ?? join(config.dataDir, "backups"), backupName(now));
    const storage = createDiskStorage(join(config.dataDir, "uploads"));
    const summary = await writeBackup(
      { withConnection: database.withConnection, readUpload: (cid) => storage.read(cid) },
      { path, now, signal },
    );
    const removed = keep === null ? [] : await removeOldBackups(dirname(path), keep);
    if (values.json === true) {
      process.stdout.write(`${JSON.stringify({ ...summary, removed })}\n`);
      return 0;
    }
    process.stdout.write(
      `${summary.path}\n${summary.tables} tables, ${summary.uploads} uploaded files\n`,
    );
    if (summary.missingUploads > 0)
      process.stdout.write(
        `${summary.missingUploads} uploads are not on this disk (STORAGE, or removed meanwhile) and not in the backup.\n`,
      );
    for (const name of removed) process.stdout.write(`removed ${name}\n`);
    return 0;
  });
}
