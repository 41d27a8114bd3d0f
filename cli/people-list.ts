import { akariCommand } from "~/config/command";
import { searchUsers, USERS_PER_PAGE } from "~/features/accounts/directory/search-users.server";
import { ROLES } from "~/features/accounts/roles/roles";
import { parseCommandLine } from "./arguments";
import { printResult, textTable } from "./output";
import { runCli } from "./run";

const USAGE = `Lists accounts, newest first, ${USERS_PER_PAGE} a page.

  ${akariCommand("people list")} [part of an address or a name] [--role ROLE] [--page N]

  --role   owner, moderator or member
  --json   prints the result as JSON
`;

const { values, positionals, fail } = parseCommandLine(USAGE, {
  role: { type: "string" },
  page: { type: "string", default: "1" },
  json: { type: "boolean" },
});
const role = ROLES.find((name) => name === values.role);
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (values.role !== undefined && role === undefined) {
  fail(`--role is one of ${ROLES.join(", ")}, not "${values.role}".`);
} else if (!/^[1-9]\d{0,5}$/.test(values.page)) {
  fail(`--page is a number from 1, not "${values.page}".`);
} else {
  await runCli(async ({ database: { db } }) => {
    const page = Number(values.page);
    const { users, total, lastPage } = await searchUsers(db, {
      query: positionals.join(" "),
      role,
      page,
    });
    const rows = users.map((user) => [
      user.email ?? `profile of ${user.account?.name ?? "an account"}`,
      user.userName,
      user.role,
      user.disabledAt === null ? "" : "disabled",
      user.createdAt.toISOString().slice(0, 10),
      user.lastSeenAt?.toISOString().slice(0, 10) ?? "never",
    ]);
    printResult(
      values.json,
      { users, total, page, last_page: lastPage },
      `${textTable([["address", "name", "role", "", "since", "last seen"], ...rows])}\n\n${total} accounts, page ${page} of ${lastPage}`,
    );
    return 0;
  });
}
