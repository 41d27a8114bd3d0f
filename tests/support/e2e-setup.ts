import { startBuiltServer } from "./built-server";
import { makeDataDir, removeAbandonedDataDirs, removeDataDir } from "./data-dir";

/** Starts the built server with a DATA_DIR of its own and the starter catalog; the tests find it as their base URL. */
export default async function setup(): Promise<() => Promise<void>> {
  await removeAbandonedDataDirs();
  const dataDir = makeDataDir();
  const server = await startBuiltServer({ DATA_DIR: dataDir, NODE_ENV: "production" }, "build/server/index.js");
  await server.ready;
  process.env["E2E_BASE_URL"] = server.url;
  return async () => {
    server.signal("SIGTERM");
    await server.ended;
    await removeDataDir(dataDir);
  };
}
