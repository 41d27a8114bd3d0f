import { akariCommand } from "~/config/command";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { scanLibrary } from "~/features/library/scan-library.server";
import type { Database } from "~db/client.server";
import { parseCommandLine } from "./arguments";
import {
  reportJson,
  reportOn,
  reportText,
  warnOfEmptyCatalog,
  type FolderReport,
} from "./media-report";
import { runCli } from "./run";

const USAGE = `Registers a folder, recognises its video files and attaches them to their episodes.

  ${akariCommand("media add")} <folder> [--name NAME] [--json] [--dry-run]

  --name     the folder's name in URLs (default: its own name)
  --json     print what was found as JSON
  --dry-run  print what would be attached, and change nothing

Files whose title or episode is not certain wait: ${akariCommand("media match")} decides them. The same command
again, or ${akariCommand("media scan")}, takes up what has changed. It exits with 1 when no file is attached.
`;

/** Rolls back the transaction of a dry run. */
class DryRunEnded extends Error {
  constructor(readonly report: FolderReport) {
    super("dry run");
  }
}

const { values, positionals, fail } = parseCommandLine(USAGE, {
  name: { type: "string" },
  json: { type: "boolean", default: false },
  "dry-run": { type: "boolean", default: false },
});
const [folder, ...more] = positionals;
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (folder === undefined || more.length > 0) {
  fail("Specify one folder.");
} else {
  await runCli(async ({ config, database, signal }) => {
    const { sql, withConnection } = database;
    const work = async (
      db: Database,
      lock: { withConnection?: typeof withConnection },
    ): Promise<FolderReport> => {
      const { name } = await addMediaFolder(db, folder, values.name, {
        own: [config.dataDir],
        record: (tx, added) =>
          recordAudit(
            tx,
            { via: "command" },
            { action: "folder.added", details: { folder: added.name, path: added.path } },
          ),
      });
      const [scan] = await scanLibrary(
        { db, sql, ...lock },
        { names: [name], signal, rematch: true, onProgress: showProgress },
      );
      if (scan === undefined) throw new Error(`${name} was removed meanwhile.`);
      return reportOn(db, scan);
    };
    const report = values["dry-run"]
      ? await database.db
          // The transaction serves as the scan's database.
          .transaction(async (tx): Promise<FolderReport> => {
            throw new DryRunEnded(await work(tx, {}));
          })
          .catch((error: unknown) => {
            if (error instanceof DryRunEnded) return error.report;
            throw error;
          })
      : await work(database.db, { withConnection });
    await warnOfEmptyCatalog(database.db);
    process.stdout.write(
      values.json ? `${JSON.stringify(reportJson(report), null, 2)}\n` : reportText(report),
    );
    return report.attached.length === 0 ? 1 : 0;
  });
}

function showProgress(done: number, total: number): void {
  if (!process.stderr.isTTY) return;
  process.stderr.write(done < total ? `\rReading ${done} of ${total} files …` : "\r\u001b[K");
}
