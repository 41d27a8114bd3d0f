import { akariCommand } from "~/config/command";
import { siteUrl } from "~/config/site-url";
import { invitationInputSchema } from "~/features/accounts/invitations/invitation-input";
import { createInvitation } from "~/features/accounts/invitations/invitations.server";
import { invitationPath } from "~/features/accounts/link-paths";
import { errorText } from "~/i18n/error-text.server";
import { fromZodMessage } from "~/i18n/error-message";
import { parseCommandLine } from "./arguments";
import { printResult } from "./output";
import { runCli } from "./run";

const USAGE = `Prints a link that lets people sign up while sign-ups need an invitation.

  ${akariCommand("people invite")} [--uses N] [--days N] [--note TEXT]

  --uses   number of accounts (default: 1)
  --days   days until it expires (default: 14)
  --note   whom it is for, shown in /admin
  --json   prints the result as JSON
`;

const { values, positionals, fail } = parseCommandLine(USAGE, {
  uses: { type: "string" },
  days: { type: "string" },
  note: { type: "string" },
  json: { type: "boolean" },
});
const input = invitationInputSchema.safeParse({
  uses: values.uses,
  days: values.days,
  note: values.note,
});
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (positionals.length > 0) {
  fail(`Unknown argument: ${positionals.join(" ")}.`);
} else if (!input.success) {
  const text = input.error.issues[0]?.message ?? "";
  const message = fromZodMessage(text);
  fail(message === null ? text : errorText(message));
} else {
  await runCli(async ({ config, database: { db } }) => {
    const { code, expiresAt } = await createInvitation(db, { via: "command" }, input.data);
    const link = new URL(invitationPath(code), siteUrl(config.server)).href;
    printResult(
      values.json,
      { link, uses: input.data.uses, expires_at: expiresAt },
      `${link}\nIt is good for ${input.data.uses === 1 ? "one account" : `${input.data.uses} accounts`}, until ${expiresAt.toISOString()}.`,
    );
    return 0;
  });
}
