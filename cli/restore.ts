import { akariCommand } from "~/config/command";
import { verifyBackup } from "~/features/backup/read-backup.server";
import { parseCommandLine } from "./arguments";
import { printResult } from "./output";
import { restoreInto } from "./restore-into";
import { runCli } from "./run";

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
} else {
  await runCli(
    async ({ config, database }) => {
      if (values.check === true) {
        const { created_at, tables, uploads } = await verifyBackup(path);
        printResult(
          values.json,
          { created_at, tables: tables.length, uploads },
          `A complete backup of ${created_at}: ${tables.length} tables, ${uploads} uploaded files`,
        );
        return 0;
      }
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
    { schema: "any" },
  );
}
