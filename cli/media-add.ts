import { addMediaFolder } from "~/features/playback/media-files/add-media-folder.server";
import { parseCommandLine } from "./arguments";
import { runCli } from "./run";

const USAGE = `Registers a folder whose HLS playlists, MP4 and WebM files the app serves under /media/files/<name>/.

  npm run media:add -- <folder> [--name NAME]

It prints what can be played; attach it to episodes with npm run sources:add.
`;

const { values, positionals, fail } = parseCommandLine(USAGE, { name: { type: "string" } });
const [folder, ...more] = positionals;
if (values.help === true) {
  process.stdout.write(USAGE);
} else if (folder === undefined || more.length > 0) {
  fail("Name one folder.");
} else {
  await runCli(async ({ database }) => {
    const added = await addMediaFolder(database.db, folder, values.name);
    process.stdout.write(
      `${added.isNew ? "Registered" : "Already registered"} as ${added.name}: ${added.playable.length} playable\n`,
    );
    for (const url of added.playable) process.stdout.write(`  ${url}\n`);
    return 0;
  });
}
