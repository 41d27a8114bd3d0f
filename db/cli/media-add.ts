import { parseArgs } from "node:util";
import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { runCli } from "./run";

const USAGE = `Registers a folder whose HLS playlists, MP4 and WebM files the app serves under /media/files/<name>/.

  npm run media:add -- <folder> [--name NAME]

It prints what can be played; attach it to episodes with npm run sources:add.
`;

function readArguments() {
  try {
    return parseArgs({ allowPositionals: true, options: { name: { type: "string" }, help: { type: "boolean", short: "h" } } });
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(1);
  }
}

const { values, positionals } = readArguments();
const [folder, ...more] = positionals;
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (folder === undefined || more.length > 0) {
  process.stderr.write(`Name one folder.\n\n${USAGE}`);
  process.exitCode = 1;
} else {
  await runCli(async ({ database }) => {
    const added = await addMediaFolder(database.db, folder, values.name);
    process.stdout.write(`${added.isNew ? "Registered" : "Already registered"} as ${added.name}: ${added.playable.length} playable\n`);
    for (const address of added.playable) process.stdout.write(`  ${address}\n`);
    return 0;
  });
}
