import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { parseAnimeId } from "~/features/catalog/view/anime-path";
import { setTitleWithdrawn } from "~/features/curation/withdraw-title.server";
import { parseCommandLine } from "./arguments";
import { printResult } from "./output";
import { runCli } from "./run";

/** Runs `titles hide` and `titles show`. */
export async function setTitlesWithdrawn(withdrawn: boolean, usage: string): Promise<void> {
  const { values, positionals, fail } = parseCommandLine(usage, { json: { type: "boolean" } });
  if (values.help === true) {
    process.stdout.write(usage);
    return;
  }
  const ids = positionals.map((text) => parseAnimeId(text) ?? fail(`"${text}" is no title's id.`));
  if (ids.length === 0) fail("Specify the ids of titles.");
  await runCli(async ({ database: { db } }) => {
    const changed: number[] = [];
    const action = withdrawn ? "title.hidden" : "title.shown";
    for (const id of ids) {
      const isChanged = await setTitleWithdrawn(db, id, withdrawn, (tx) =>
        recordAudit(tx, { via: "command" }, { action, details: { title: id } }),
      );
      if (isChanged) changed.push(id);
    }
    printResult(
      values.json,
      { [withdrawn ? "hidden" : "shown"]: changed },
      `${changed.length} ${withdrawn ? "hidden" : "shown again"}, ${ids.length - changed.length} unchanged`,
    );
    return 0;
  });
}
