import { akariCommand } from "~/config/command";
import { checkBackup } from "~/features/backup/restore-backup.server";
import { parseCommandLine } from "./arguments";
import { printResult } from "./output";
import { restoreInto } from "./restore-into";
import { MIGRATIONS, runCli, runWithSettings } from "./run";

const USAGE = `Restores a backup of this or an older version into an installation. Stop the site first.

  ${akariCommand("restore")} <file> [--replace] [--check] [--json]

  --replace  also when the installation has accounts: everything in it is replaced
  --check    only verifies the file
  --json     prints the result as JSON

The file is verified before anything changes, and an interrupted restore changes nothing.
`;

const { values, positionals, fail } = parseCommandLine(USAGE, {
  replace: { type: "boolean" },
  check: { type: "boolean" },
  json: { type: "boolean" },
});
const [path, ...more] = positionals;
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (path === undefined || more.length > 0) {
  fail("Specify one file.");
} else if (values.check === true) {
  await runWithSettings(async () => {
    const { created_at, tables, uploads } = (await checkBackup(path, MIGRATIONS)).manifest;
    printResult(
      values.json,
      { created_at, tables: tables.length, uploads },
      `A complete backup of ${created_at}: ${tables.length} tables, ${uploads} uploaded files`,
    );
    return 0;
  });
} else {
  await runCli(
    async ({ config, database }) => {
      const summary = await restoreInto(config, database, {
        path,
        replace: values.replace === true,
      });
      printResult(
        values.json,
        summary,
        `Restored the backup of ${summary.created_at}: ${summary.tables} tables, ${summary.uploads} uploaded files, ${summary.newerMigrations} newer migrations`,
      );
      return 0;
    },
    {
      schema: "any",
      async before() {
        await checkBackup(path, MIGRATIONS);
      },
    },
  );
}
