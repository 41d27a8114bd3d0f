import { akariCommand } from "~/config/command";
import { checkBackup } from "~/features/backup/restore-backup.server";
import { beginUpgrade, finishUpgrade } from "~db/embedded.server";
import { parseCommandLine } from "./arguments";
import { printResult } from "./output";
import { restoreInto } from "./restore-into";
import { MIGRATIONS, runCli } from "./run";

const USAGE = `Moves the site to the PostgreSQL that this version of Akari brings. Stop the site first.

  ${akariCommand("db upgrade")} <backup> [--json]

  <backup>  made with ${akariCommand("backup")} by the previous version of Akari, after it was stopped for the last time
  --json    prints the result as JSON

The database of the other version is moved aside and stays; the backup is restored into a new one. Until that
is done the site does not start, and the same command continues an interrupted upgrade.

Exit codes: 0 done, 1 failed (the reason is on stderr), 130 interrupted.
`;

const { values, positionals, fail } = parseCommandLine(USAGE, { json: { type: "boolean" } });
const [path, ...more] = positionals;
let aside = "";
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (path === undefined || more.length > 0) {
  fail("Specify one backup.");
} else {
  await runCli(
    async ({ config, database }) => {
      const summary = await restoreInto(config, database, { path, replace: true });
      finishUpgrade(config.dataDir);
      printResult(
        values.json,
        { ...summary, previous: aside },
        `Restored the backup of ${summary.created_at}: ${summary.tables} tables, ${summary.uploads} uploaded files. The previous database is in ${aside}; delete it when the site works.`,
      );
      return 0;
    },
    {
      schema: "any",
      isUpgrade: true,
      async before({ database, dataDir }) {
        if (database.remote !== null)
          throw new Error(
            "DATABASE_URL is set: upgrade that server as its vendor describes, or restore a backup into a new one.",
          );
        await checkBackup(path, MIGRATIONS);
        aside = await beginUpgrade({
          dataDir,
          log: (message) => process.stderr.write(`${message}\n`),
        });
      },
    },
  );
}
