import { akariCommand } from "~/config/command";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { isJikanId } from "~/features/import/jikan-ids";
import { fileImport } from "~/jobs/definitions/file-import.server";
import { JIKAN } from "~/jobs/lanes";
import { claimRun, finishRun } from "~/jobs/queue.server";
import { withWorker } from "~/jobs/worker.server";
import { parseUrl } from "~/parsing/parse-url";
import { parseCommandLine } from "./arguments";
import { describeBusyLane } from "./busy-lane";
import { importFiles } from "./import-files";
import { importJikan, TITLE_PARTS, type TitlePart } from "./import-jikan";
import { runCli } from "./run";
import { printImport } from "./summary";

const USAGE = `Imports anime into the catalog. Run it while the app runs or not; nothing that users attached is lost.

  ${akariCommand("catalog import")} <file.ndjson[.gz]> [--episodes FILE] [--relations FILE]
    [--characters FILE] [--staff FILE] [--themes FILE]
  ${akariCommand("catalog import")} jikan [--from-page N] [--base-url URL]
  ${akariCommand("catalog import")} jikan [--episodes ID,ID,...] [--relations ID,ID,...]
    [--characters ID,ID,...] [--staff ID,ID,...] [--themes ID,ID,...] [--base-url URL]

  --episodes    a file of episodes, one JSON object a line; with jikan, the ids of titles to import episodes of
  --relations   a file of relations between titles; with jikan, the ids of titles to import relations of
  --characters  a file of characters with their voice actors, or the ids of titles
  --staff       a file of staff, or the ids of titles
  --themes      a file of openings and endings, or the ids of titles
  --rejected    the file for rejected rows, with their position and reason
                (default: <name of the source>.rejected.ndjson in the current folder, without relations
                of titles that the catalog lacks)
  --from-page   the first page of the listing to read (default: where an unfinished import stopped, else 1)
  --base-url    another Jikan (default: JIKAN_BASE_URL, else https://api.jikan.moe/v4)
  --json        prints the counts as JSON

An import from Jikan runs alone: it is refused while another one or a job that updates the catalog runs.

Exits with 1 when it is refused, or when a source cannot be read or has no valid row.
`;

const { values, positionals, fail } = parseCommandLine(USAGE, {
  episodes: { type: "string" },
  relations: { type: "string" },
  characters: { type: "string" },
  staff: { type: "string" },
  themes: { type: "string" },
  rejected: { type: "string" },
  "from-page": { type: "string" },
  "base-url": { type: "string" },
  json: { type: "boolean" },
});

function readIds(name: string, text: string | undefined): number[] | undefined {
  if (text === undefined) return undefined;
  const ids = text.split(",").map((part) => readCount(name, part));
  const own = ids.find((id) => !isJikanId(id));
  if (own !== undefined) fail(`--${name}: ${own} is a title of this site, which Jikan lacks.`);
  return [...new Set(ids)];
}

function readCount(name: string, text: string): number {
  if (!/^\s*[1-9]\d{0,8}\s*$/.test(text)) fail(`--${name} takes whole numbers, not "${text}".`);
  return Number(text);
}

function readBaseUrl(text: string): URL {
  const url = parseUrl(text);
  return url !== null && /^https?:$/.test(url.protocol)
    ? url
    : fail(`--base-url takes an http or https URL, not "${text}".`);
}

const [source, ...more] = positionals;
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (more.length > 0) {
  fail(`Only one source at a time: ${positionals.join(", ")}`);
} else if (source === "jikan") {
  const fromPage =
    values["from-page"] === undefined ? undefined : readCount("from-page", values["from-page"]);
  const baseUrl = values["base-url"] === undefined ? null : readBaseUrl(values["base-url"]);
  const titles: Partial<Record<TitlePart, number[]>> = {};
  for (const part of TITLE_PARTS) {
    const ids = readIds(part, values[part]);
    if (ids !== undefined) titles[part] = ids;
  }
  await runCli(
    async ({ config, database, signal }) => {
      const imported = await withWorker(database, async (worker) => {
        const run = await claimRun(database.db, worker, fileImport, (tx) =>
          recordAudit(
            tx,
            { via: "command" },
            { action: "import.started", details: { source: "jikan" } },
          ),
        );
        if (run === null) return null;
        try {
          return await importJikan(database.db, {
            baseUrl: baseUrl ?? config.jikan.baseUrl,
            dataDir: config.dataDir,
            fromPage,
            titles,
            rejected: values.rejected,
            signal: AbortSignal.any([signal, worker.lost]),
          });
        } finally {
          await finishRun(database.db, { id: run.id, worker: worker.id });
        }
      });
      if (imported !== null) return printImport(values.json, imported);
      process.stderr.write(`${describeBusyLane(JIKAN)}\n`);
      return 1;
    },
    // The worker's lock has a connection of its own.
    { poolSize: 3 },
  );
} else if (values["from-page"] !== undefined || values["base-url"] !== undefined) {
  fail("--from-page and --base-url belong to the source jikan.");
} else if (source === undefined && TITLE_PARTS.every((part) => values[part] === undefined)) {
  fail("Specify what to import.");
} else {
  const files = {
    animes: source,
    ...Object.fromEntries(TITLE_PARTS.map((part) => [part, values[part]])),
  };
  await runCli(async ({ database, signal }) =>
    printImport(
      values.json,
      await importFiles(database.db, { files, rejected: values.rejected, signal }),
    ),
  );
}
