import { akariCommand } from "~/config/command";
import { scanLibrary } from "~/features/library/scan-library.server";
import { parseCommandLine } from "./arguments";
import { reportJson, reportOn, reportText, warnOfEmptyCatalog } from "./media-report";
import { runCli } from "./run";

const USAGE = `Takes up what has changed in registered folders, and matches doubtful files again.

  ${akariCommand("media scan")} [name …] [--json]

Without a name it scans all folders. It exits with 1 when a folder cannot be read.
`;

const { values, positionals } = parseCommandLine(USAGE, {
  json: { type: "boolean", default: false },
});
if (values.help === true) {
  process.stdout.write(USAGE);
} else {
  await runCli(async ({ database, signal }) => {
    const scans = await scanLibrary(database, {
      ...(positionals.length === 0 ? {} : { names: positionals }),
      signal,
      rematch: true,
    });
    const reports = [];
    for (const scan of scans) reports.push(await reportOn(database.db, scan));
    await warnOfEmptyCatalog(database.db);
    process.stdout.write(
      values.json
        ? `${JSON.stringify(reports.map(reportJson), null, 2)}\n`
        : reports.length === 0
          ? `No folder is registered; ${akariCommand("media add")} <folder> adds one.\n`
          : reports.map(reportText).join("\n"),
    );
    return scans.some(({ problem }) => problem !== null) ? 1 : 0;
  });
}
