import { runCli } from "./run";

await runCli(() => {
  process.stdout.write("The database has the current schema.\n");
  return Promise.resolve(0);
});
