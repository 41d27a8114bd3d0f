import { akariCommand } from "~/config/command";
import { parseCommandLine } from "./arguments";
import { printResult } from "./output";
import { runCli } from "./run";

const USAGE = `Brings the schema up to date. Starting Akari does it too.

  ${akariCommand("db migrate")} [--json]

  --json   prints the result as JSON
`;

const { values, positionals, fail } = parseCommandLine(USAGE, { json: { type: "boolean" } });
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (positionals.length > 0) {
  fail(`Unknown argument: ${positionals.join(" ")}.`);
} else {
  await runCli(
    () => {
      printResult(values.json, { ok: true }, "The database schema is current.");
      return Promise.resolve(0);
    },
    { schema: "migrate" },
  );
}
