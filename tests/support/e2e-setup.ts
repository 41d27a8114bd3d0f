import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { startBuiltServer } from "./built-server";
import { makeDataDir, removeAbandonedDataDirs, removeDataDir } from "./data-dir";

/** Starts the built server with a DATA_DIR of its own and the starter catalog; the tests find it as their base URL. */
export default async function setup(): Promise<() => Promise<void>> {
  await removeAbandonedDataDirs();
  const dataDir = makeDataDir();
  const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
  const server = await startBuiltServer({ root, env: { DATA_DIR: dataDir, DATABASE_URL: "" } });
  process.env["E2E_BASE_URL"] = server.url;
  return async () => {
    await server.stop();
    await removeDataDir(dataDir);
  };
}
