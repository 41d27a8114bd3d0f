import { startBuiltServer, type BuiltServer } from "../../../scripts/support/built-server";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";

export interface Site extends BuiltServer {
  /** Stops the server and deletes its DATA_DIR. */
  stop(): Promise<void>;
}

/** The built server on a new DATA_DIR, once it is ready; `copy` is one of the site elsewhere. */
export async function startSite(
  env: Record<string, string> = {},
  copy?: { folder: string },
): Promise<Site> {
  const dataDir = createDataDir();
  const server = await startBuiltServer(
    {
      DATA_DIR: dataDir,
      SESSION_SECRET: "a secret for tests only",
      BCRYPT_COST: "10",
      ...env,
    },
    copy === undefined ? undefined : "build/server/index.js",
    copy,
  );
  await server.ready;
  return {
    ...server,
    async stop() {
      server.signal("SIGTERM");
      await server.exited;
      await removeDataDir(dataDir);
    },
  };
}
