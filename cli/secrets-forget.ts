import { akariCommand } from "~/config/command";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { forgetSealed } from "~/secrets/reseal.server";
import { parseCommandLine } from "./arguments";
import { loadKeyring } from "./keyring";
import { printResult } from "./output";
import { runCli } from "./run";

const USAGE = `Deletes the secrets that the database stores and that cannot be opened, since their key is lost.

  ${akariCommand("secrets forget")} <key id> [--json]

  The start and the doctor name the key. Users whose authenticator app it was sign in with their
  password alone, and can set up two-factor authentication again.

  --json   prints the result as JSON
`;

const { values, positionals, fail } = parseCommandLine(USAGE, { json: { type: "boolean" } });
const [keyId, ...more] = positionals;
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (keyId === undefined || more.length > 0 || !/^[0-9a-f]{8}$/.test(keyId)) {
  fail("Specify the id of one key: eight hexadecimal digits.");
} else {
  await runCli(async ({ config, database: { db } }) => {
    if (loadKeyring(config).has(keyId))
      throw new Error(`The key ${keyId} is not lost: what it sealed can be opened.`);
    const { deleted, rows } = await db.transaction(async (tx) => {
      const deleted = await forgetSealed(tx, keyId);
      const rows = Object.values(deleted).reduce((total, count) => total + count, 0);
      if (rows > 0)
        await recordAudit(tx, { via: "command" }, { action: "secrets.deleted", details: { rows } });
      return { deleted, rows };
    });
    printResult(values.json, { key_id: keyId, deleted }, `${rows} secrets were deleted.`);
    return 0;
  });
}
