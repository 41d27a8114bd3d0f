import { akariCommand } from "~/config/command";
import { findUserId } from "~/features/accounts/directory/find-user.server";
import { changeRole } from "~/features/accounts/roles/change-role.server";
import { ROLES } from "~/features/accounts/roles/roles";
import { parseCommandLine } from "./arguments";
import { printResult } from "./output";
import { runCli } from "./run";

const USAGE = `Changes what an account may do. The last owner cannot be demoted.

  ${akariCommand("people role")} <email> <role>

  The roles: owner (everything), moderator (people and content), member.
  --json   prints the result as JSON
`;

const { values, positionals, fail } = parseCommandLine(USAGE, { json: { type: "boolean" } });
const [email, given, ...more] = positionals;
const role = ROLES.find((name) => name === given);
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (email === undefined || given === undefined || more.length > 0) {
  fail("Specify one email address and one role.");
} else if (role === undefined) {
  fail(`The role is one of ${ROLES.join(", ")}, not "${given}".`);
} else {
  await runCli(async ({ database: { db } }) => {
    const id = await findUserId(db, email);
    await changeRole(db, { via: "command" }, id, role);
    printResult(
      values.json,
      { id, role },
      `${email} is ${role === "owner" ? "an" : "a"} ${role} now.`,
    );
    return 0;
  });
}
