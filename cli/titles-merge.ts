import { akariCommand } from "~/config/command";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { parseAnimeId } from "~/features/catalog/view/anime-path";
import { mergeTitles } from "~/features/curation/merge-titles.server";
import { moveEntries } from "~/features/watch-list/tracking/move-entries.server";
import { parseCommandLine } from "./arguments";
import { printResult } from "./output";
import { runCli } from "./run";

const USAGE = `Merges a duplicate into another title. Users' entries, progress, history and notes move, as do episodes
and sources; where both have something, the other title wins. The duplicate's URLs lead to the other title, and
imports leave it out. Notes and tags that do not fit into one entry stay in their owner's list history. This cannot be undone, except by restoring a backup.

  ${akariCommand("titles merge")} <duplicate> --into <id> --yes

  --into   the id of the title that stays
  --yes    confirms the merge
  --json   prints the result as JSON

Exit codes: 0 done, 1 refused or failed (the reason is on stderr), 130 interrupted.
`;

const { values, positionals, fail } = parseCommandLine(USAGE, {
  into: { type: "string" },
  yes: { type: "boolean", default: false },
  json: { type: "boolean" },
});
const [first = "", ...more] = positionals;
const from = parseAnimeId(first);
const into = parseAnimeId(values.into ?? "");
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (from === null || more.length > 0) {
  fail("Specify the id of one duplicate.");
} else if (into === null) {
  fail("--into takes the id of a title.");
} else if (!values.yes) {
  fail("A merge cannot be undone; confirm it with --yes.");
} else {
  await runCli(async ({ database: { db } }) => {
    await mergeTitles(db, { from, into }, moveEntries, (tx) =>
      recordAudit(
        tx,
        { via: "command" },
        { action: "title.merged", details: { title: from, into } },
      ),
    );
    printResult(values.json, { merged: from, into }, `Merged ${from} into ${into}.`);
    return 0;
  });
}
