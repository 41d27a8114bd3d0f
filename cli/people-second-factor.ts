import { akariCommand } from "~/config/command";
import { findUserId } from "~/features/accounts/directory/find-user.server";
import { disableSecondFactor } from "~/features/accounts/second-factor/manage-second-factor.server";
import { parseCommandLine } from "./arguments";
import { printResult } from "./output";
import { runCli } from "./run";

const USAGE = `Turns off the two-factor authentication of an account whose user has lost the app and the recovery codes.
The password is needed as before. Make sure that it is the user who asks.

  ${akariCommand("people second-factor")} off <email>

  --json   prints the result as JSON
`;

const { values, positionals, fail } = parseCommandLine(USAGE, { json: { type: "boolean" } });
const [verb, email, ...more] = positionals;
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (verb !== "off" || email === undefined || more.length > 0) {
  fail('Specify "off" and one email address.');
} else {
  await runCli(async ({ database: { db } }) => {
    const id = await findUserId(db, email);
    await disableSecondFactor(db, { via: "command" }, id);
    printResult(
      values.json,
      { id, second_factor: false },
      `${email} signs in without a second factor now.`,
    );
    return 0;
  });
}
