import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { startBuiltServer } from "../../../scripts/support/built-server";
import { createDataDir, turnOffSync } from "../../../scripts/support/data-dir";
import { filesIn } from "~db/embedded/placement.server";

/** A DATA_DIR with the starter catalog: a start on a copy takes a third of the CPU time. */
export async function prepareDataDir(): Promise<string> {
  const dataDir = createDataDir();
  const server = await startBuiltServer({
    DATA_DIR: dataDir,
    SESSION_SECRET: "a secret for tests only",
    // The owner exists, or this start, not the copy's first, would print the owner's link.
    OWNER_EMAIL: "owner@akari.test",
  });
  await server.ready;
  turnOffSync(dataDir);
  server.signal("SIGTERM");
  await server.exited;
  process.env["E2E_TEMPLATE_DATA"] = dataDir;
  return dataDir;
}

/** A copy of the template's data folder. */
export function createSiteDataDir(): string {
  const template = process.env["E2E_TEMPLATE_DATA"] ?? "";
  const copy = createDataDir();
  // A cluster that is elsewhere would be shared: such sites start on an empty folder.
  if (!existsSync(filesIn(template).shelterPointer))
    execFileSync("cp", ["-a", `${template}/.`, copy]);
  return copy;
}
