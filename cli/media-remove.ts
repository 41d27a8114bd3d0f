import { akariCommand } from "~/config/command";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { removeMediaFolder } from "~/features/playback/media-files/remove-media-folder.server";
import { parseCommandLine } from "./arguments";
import { printResult } from "./output";
import { runCli } from "./run";

const USAGE = `Stops serving a registered folder. Its files stay where they are.

  ${akariCommand("media remove")} <name>

  --json   prints the result as JSON
`;

const { values, positionals, fail } = parseCommandLine(USAGE, { json: { type: "boolean" } });
const [name, ...more] = positionals;
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (name === undefined || more.length > 0) {
  fail(`Specify one folder by the name that ${akariCommand("media add")} printed.`);
} else {
  await runCli(async ({ database }) => {
    const path = await removeMediaFolder(database.db, name, (tx, removed) =>
      recordAudit(
        tx,
        { via: "command" },
        { action: "folder.removed", details: { folder: name, path: removed } },
      ),
    );
    printResult(
      values.json,
      { name, path },
      `${path} is not served any more, and its files are detached. Sources that were added by a URL below /media/files/${name}/ are dead now.`,
    );
    return 0;
  });
}
