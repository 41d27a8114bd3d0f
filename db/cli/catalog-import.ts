import { parseArgs } from "node:util";
import { importFiles } from "./import-files";
import { runCli } from "./run";

const USAGE = `Imports anime into the catalog. Run it while the app runs or not; nothing that users attached is lost.

  npm run catalog:import -- <file.ndjson[.gz]> [--episodes FILE] [--relations FILE]

  --episodes FILE    episodes, one JSON object a line
  --relations FILE   relations between titles, one JSON object a line
  --rejected FILE    where refused rows are reported, with line number and reason
                     (default: <name of the source>.rejected.ndjson in the current folder)
`;

function usageError(message: string): never {
  process.stderr.write(`${message}\n\n${USAGE}`);
  process.exit(1);
}

function readArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: {
        episodes: { type: "string" },
        relations: { type: "string" },
        rejected: { type: "string" },
        help: { type: "boolean", short: "h" },
      },
    });
  } catch (error) {
    return usageError(error instanceof Error ? error.message : String(error));
  }
}

const { values, positionals } = readArguments();
const [source, ...more] = positionals;
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (more.length > 0) {
  usageError(`One source at a time, please: ${positionals.join(", ")}`);
} else if (source === undefined && values.episodes === undefined && values.relations === undefined) {
  usageError("What should be imported?");
} else {
  await runCli(({ database, signal }) =>
    importFiles(database.db, {
      files: { ...(source !== undefined && { animes: source }), ...(values.episodes !== undefined && { episodes: values.episodes }), ...(values.relations !== undefined && { relations: values.relations }) },
      rejected: values.rejected,
      signal,
    }),
  );
}
