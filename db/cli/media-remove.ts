import { parseArgs } from "node:util";
import { removeMediaFolder } from "~/features/playback/media-files/remove-media-folder.server";
import { runCli } from "./run";

const USAGE = `Stops serving a registered folder. Its files stay where they are.

  npm run media:remove -- <name>
`;

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { help: { type: "boolean", short: "h" } } });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(1);
  }
}

const { values, positionals } = readArguments();
const [name, ...more] = positionals;
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (name === undefined || more.length > 0) {
  process.stderr.write(`Name one folder, as npm run media:add has called it.\n\n${USAGE}`);
  process.exitCode = 1;
} else {
  await runCli(async ({ database }) => {
    const path = await removeMediaFolder(database.db, name);
    process.stdout.write(`${path} is not served any more. Sources below /media/files/${name}/ are dead now.\n`);
    return 0;
  });
}
