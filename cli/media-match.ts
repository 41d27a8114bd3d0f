import { akariCommand } from "~/config/command";
import { decideGroup } from "~/features/library/decide-group.server";
import { MAX_EPISODE_OFFSET } from "~/features/library/group-input";
import { parseCommandLine } from "./arguments";
import { printResult } from "./output";
import { runCli } from "./run";

const USAGE = `Decides which title a group of files is; later files of the group follow. A later decision
replaces an earlier one.

  ${akariCommand("media match")} <name> --group KEY --anime ID [--offset N]
  ${akariCommand("media match")} <name> --group KEY --ignore

  --group   the group as ${akariCommand("media add")} prints it, with --json also of attached files
  --anime   the title's number in the catalog
  --offset  added to the numbers in the names: -12 when episode 1 is named 13
  --ignore  attach none of these files
  --json    prints the result as JSON
`;

const { values, positionals, fail } = parseCommandLine(USAGE, {
  group: { type: "string" },
  anime: { type: "string" },
  offset: { type: "string", default: "0" },
  ignore: { type: "boolean", default: false },
  json: { type: "boolean" },
});
const [folder, ...more] = positionals;
const animeId = values.ignore ? null : Number(values.anime);
const episodeOffset = Number(values.offset);
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (folder === undefined || more.length > 0 || values.group === undefined) {
  fail("Specify one folder and one group.");
} else if (animeId !== null && !(Number.isInteger(animeId) && animeId > 0)) {
  fail("--anime must be the title's number.");
} else if (!Number.isInteger(episodeOffset) || Math.abs(episodeOffset) > MAX_EPISODE_OFFSET) {
  fail("--offset must be a whole number.");
} else {
  const groupKey = values.group;
  await runCli(async ({ database }) => {
    const files = await decideGroup(database.db, { folder, groupKey, animeId, episodeOffset });
    printResult(values.json, { files }, `Decided for ${files} ${files === 1 ? "file" : "files"}.`);
    return 0;
  });
}
