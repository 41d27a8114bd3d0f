import { akariCommand } from "~/config/command";
import { resealAll } from "~/secrets/reseal.server";
import { parseCommandLine } from "./arguments";
import { loadKeyring } from "./keyring";
import { printResult } from "./output";
import { runCli } from "./run";

const USAGE = `Seals the secrets that the database stores with the first key of SECRETS_KEY, or of SESSION_SECRET.

  ${akariCommand("secrets rotate")} [--json]

  To replace a key: set SECRETS_KEY=new,old on all instances, run this, then remove the old one.
  It may run while the site does, and again after an interruption.

  --json   prints the result as JSON
`;

const { values, positionals, fail } = parseCommandLine(USAGE, { json: { type: "boolean" } });
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (positionals.length > 0) {
  fail(`Unknown argument: ${positionals.join(" ")}`);
} else {
  await runCli(async ({ config, database, signal }) => {
    const keyring = loadKeyring(config);
    const report = await resealAll(database.db, keyring, signal);
    printResult(
      values.json,
      { key_id: keyring.keyId, ...report },
      `${report.resealed} of ${report.values} sealed values were sealed anew, with the key ${keyring.keyId}.`,
    );
    return 0;
  });
}
