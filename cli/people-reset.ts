import { akariCommand } from "~/config/command";
import { siteUrl } from "~/config/site-url";
import { findUserId } from "~/features/accounts/directory/find-user.server";
import { resetPath } from "~/features/accounts/link-paths";
import { createResetLink } from "~/features/accounts/reset/password-reset.server";
import { parseCommandLine } from "./arguments";
import { printResult } from "./output";
import { runCli } from "./run";

const USAGE = `Prints a link that sets a new password for an account. It works once, for 60 minutes.

  ${akariCommand("people reset")} <email>

  --json   prints the result as JSON
`;

const { values, positionals, fail } = parseCommandLine(USAGE, { json: { type: "boolean" } });
const [email, ...more] = positionals;
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (email === undefined || more.length > 0) {
  fail("Specify one email address.");
} else {
  await runCli(async ({ config, database: { db } }) => {
    if (!config.passwords)
      throw new Error("The site has no passwords (PASSWORDS=off), so there is none to reset.");
    const userId = await findUserId(db, email);
    const { code, expiresAt } = await createResetLink(db, { via: "command" }, userId);
    const link = new URL(resetPath(code), siteUrl(config.server)).href;
    printResult(
      values.json,
      { link, expires_at: expiresAt },
      `${link}\nIt works once, until ${expiresAt.toISOString()}.`,
    );
    return 0;
  });
}
