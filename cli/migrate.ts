import { runCli } from "./run";

await runCli(() => {
  process.stdout.write("The database schema is current.\n");
  return Promise.resolve(0);
});
