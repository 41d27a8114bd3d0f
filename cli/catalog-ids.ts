import { akariCommand } from "~/config/command";
import { parseCommandLine } from "./arguments";
import { importFiles } from "./import-files";
import { runCli } from "./run";
import { printImport } from "./summary";

const USAGE = `Imports the ids that titles have on AniList, Kitsu, AniDB, TheTVDB, TMDB and IMDb, from a list
such as anime-list-full.json of github.com/Fribb/anime-lists. Rows of titles that the catalog does not have
count as unknown.

  ${akariCommand("catalog ids")} <file.json[.gz]>

  --rejected  the file for rejected rows, with their line and reason
              (default: <name of the source>.rejected.ndjson in the current folder)
  --json      prints the counts as JSON

Exits with 1 when the file cannot be read or has no valid row.
`;

const { values, positionals, fail } = parseCommandLine(USAGE, {
  rejected: { type: "string" },
  json: { type: "boolean" },
});
const [ids, ...more] = positionals;
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (ids === undefined || more.length > 0) {
  fail("Specify one file.");
} else {
  await runCli(async ({ database, signal }) =>
    printImport(
      values.json,
      await importFiles(database.db, { files: { ids }, rejected: values.rejected, signal }),
    ),
  );
}
