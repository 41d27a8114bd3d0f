import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { parseAnimeId } from "~/features/catalog/view/anime-path";
import { setTitleHidden } from "~/features/curation/hide-title.server";
import { parseCommandLine } from "./arguments";
import { printResult } from "./output";
import { runCli } from "./run";

/** `titles hide` and `titles show`. */
export async function setTitlesHidden(hidden: boolean, usage: string): Promise<void> {
  const { values, positionals, fail } = parseCommandLine(usage, { json: { type: "boolean" } });
  if (values.help === true) {
    process.stdout.write(usage);
    return;
  }
  const ids = positionals.map((text) => parseAnimeId(text) ?? fail(`"${text}" is no title's id.`));
  if (ids.length === 0) fail("Specify the ids of titles.");
  await runCli(async ({ database: { db } }) => {
    const changed: number[] = [];
    for (const id of ids) {
      if (!(await setTitleHidden(db, id, hidden))) continue;
      changed.push(id);
      const action = hidden ? "title.hidden" : "title.shown";
      await recordAudit(db, { via: "command" }, { action, details: { title: id } });
    }
    printResult(
      values.json,
      { [hidden ? "hidden" : "shown"]: changed },
      `${changed.length} ${hidden ? "hidden" : "shown again"}, ${ids.length - changed.length} unchanged`,
    );
    return 0;
  });
}
