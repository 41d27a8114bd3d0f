import { akariCommand } from "~/config/command";
import { listAllSources, removeSources } from "~/features/playback/sources/remove-sources.server";
import { parseCommandLine } from "./arguments";
import { printResult } from "./output";
import { runCli } from "./run";

const USAGE = `Takes sources off their episodes. Run it while the app runs or not; what people have watched stays.

  ${akariCommand("sources remove")} --anime 5114 [--episode 1] [--url https://…/master.m3u8]
  ${akariCommand("sources remove")} --url https://…/master.m3u8
  ${akariCommand("sources remove")} --dead
  ${akariCommand("sources remove")} --list

  --dead   those that the last ${akariCommand("sources add")} --check found dead; can be combined with --anime
  --list   list every attached source, and remove nothing
  --json   prints the result as JSON

Exits with 1 when there is nothing to remove.
`;

const {
  values: given,
  positionals,
  fail,
} = parseCommandLine(USAGE, {
  anime: { type: "string" },
  episode: { type: "string" },
  url: { type: "string" },
  dead: { type: "boolean", default: false },
  list: { type: "boolean", default: false },
  json: { type: "boolean", default: false },
});

function readNumber(name: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text.trim())) fail(`--${name} is a number, not "${text}".`);
  return Number(text);
}

const anime = readNumber("anime", given.anime);
const episode = readNumber("episode", given.episode);
if (given.help === true) {
  process.stdout.write(USAGE);
} else if (positionals.length > 0) {
  fail(`Unknown argument: ${positionals.join(" ")}.`);
} else if (!given.list && anime === undefined && given.url === undefined && !given.dead) {
  fail("Specify which source to remove.");
} else if (episode !== undefined && anime === undefined) {
  fail("--episode needs --anime.");
} else {
  await runCli(async ({ database: { db } }) => {
    if (given.list) {
      const sources = await listAllSources(db);
      const lines = sources.map(
        ({ anime: id, episode: number, url, problem, status }) =>
          `anime ${id} episode ${number} ${url}: ${problem ?? status}`,
      );
      if (given.json || lines.length > 0) printResult(given.json, { sources }, lines.join("\n"));
      return 0;
    }
    const removed = await removeSources(db, {
      anime,
      episode,
      url: given.url,
      dead: given.dead,
    });
    const lines = removed.map(
      (source) => `removed: anime ${source.anime} episode ${source.episode} ${source.url}`,
    );
    printResult(given.json, { removed }, [...lines, `${removed.length} removed`].join("\n"));
    return removed.length === 0 ? 1 : 0;
  });
}
