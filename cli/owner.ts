import { akariCommand } from "~/config/command";
import { siteUrl } from "~/config/site-url";
import { invitationPath } from "~/features/accounts/link-paths";
import { createOwnerLink, makeOwner } from "~/features/accounts/roles/ownership.server";
import { parseCommandLine } from "./arguments";
import { printResult } from "./output";
import { runCli } from "./run";

const USAGE = `Makes an account an owner, who may do everything on the pages below /admin.

  ${akariCommand("owner")} <email>    the account of this address, at once
  ${akariCommand("owner")}            prints a one-time link, valid for a week, that makes the user who opens it an owner

  --json   prints the result as JSON
`;

const { values, positionals, fail } = parseCommandLine(USAGE, { json: { type: "boolean" } });
const [email, ...more] = positionals;
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (more.length > 0) {
  fail("Specify one email address.");
} else {
  await runCli(async ({ config, database: { db } }) => {
    const actor = { via: "command" } as const;
    if (email === undefined) {
      const { code, expiresAt } = await createOwnerLink(db, actor);
      const link = new URL(invitationPath(code), siteUrl(config.server)).href;
      printResult(
        values.json,
        { link, expires_at: expiresAt },
        `Open this link once, until ${expiresAt.toISOString()}, to become an owner:\n${link}`,
      );
      return 0;
    }
    const { id, userName, createdAt } = await makeOwner(db, actor, email);
    printResult(
      values.json,
      { id, role: "owner" },
      `${userName} (${email}, signed up ${createdAt.toISOString()}) is an owner now.`,
    );
    return 0;
  });
}
