import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createSiteDataDir, prepareDataDir } from "../e2e/support/site-data-dir";
import { MATURE_TITLE_ID, sampleSources, PREFETCHED_PATHS } from "../e2e/support/sample-episodes";
import { startOpenIdProvider } from "../../scripts/support/openid-provider/provider";
import { startBuiltServer } from "../../scripts/support/built-server";
import { getFreePort } from "../../scripts/support/free-port";
import { removeAbandonedDataDirs, removeDataDir } from "../../scripts/support/data-dir";
import { STREAMS, startStreamOrigin } from "./media/stream-origin";

const root = join(import.meta.dirname, "../..");
const NUMBERED = join(import.meta.dirname, "../fixtures/numbered");

/**
 * An identity provider, and the built server on a new DATA_DIR with sample sources. The video
 * proxy's rate limit is raised, as all tests share one IP address.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await removeAbandonedDataDirs();
  const template = await prepareDataDir();
  const dataDir = createSiteDataDir();
  const origin = await startStreamOrigin();
  const port = String(await getFreePort());
  const provider = await startOpenIdProvider({
    redirectUris: [`http://127.0.0.1:${port}/api/auth/callback`],
  });
  const environment = {
    DATA_DIR: dataDir,
    OUTBOUND_ALLOW: [origin.host, new URL(provider.issuer).host].join(","),
  };
  const server = await startBuiltServer({
    ...environment,
    ...provider.environment,
    PORT: port,
    BCRYPT_COST: "10",
    RATE_LIMITS: "videoProxy=100000/60",
  });
  await server.ready;
  process.env["E2E_BASE_URL"] = server.url;
  process.env["E2E_PROVIDER_URL"] = provider.issuer;

  const file = (name: string, lines: readonly object[]) => {
    const path = join(dataDir, name);
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return path;
  };
  // Fills the response cache, which the commands below must invalidate.
  for (const path of PREFETCHED_PATHS) await (await fetch(server.url + path)).arrayBuffer();
  const { good, bad } = sampleSources(origin.url);
  // None of the files' names is a title's, so nothing is attached.
  const addMedia = async () => {
    await command("media-add", [STREAMS, "--name", "trials"], environment, 1);
    await command("media-add", [NUMBERED, "--name", "numbered"], environment, 1);
  };
  const mature = file("mature.ndjson", [MATURE_TITLE]);
  await Promise.all([command("catalog-import", [mature], environment), addMedia()]);
  await command("sources-add", ["--manifest", file("good.ndjson", good)], environment);
  await command("sources-add", ["--unchecked", "--manifest", file("bad.ndjson", bad)], environment);

  return async () => {
    server.signal("SIGTERM");
    await server.exited;
    origin.stop();
    await provider.stop();
    await removeDataDir(dataDir);
    await removeDataDir(template);
  };
}

const MATURE_TITLE = {
  mal_id: MATURE_TITLE_ID,
  title: "Behind the Curtain",
  type: "OVA",
  episodes: 1,
  status: "Finished Airing",
  airing: false,
  rating: "Rx - Hentai",
  genres: ["Hentai"],
};

/** Throws the command's output when it ends with another code. */
async function command(
  name: string,
  args: readonly string[],
  environment: Record<string, string>,
  expectedCode = 0,
): Promise<void> {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", join(root, `cli/${name}.ts`), ...args],
    { cwd: root, env: { ...process.env, DATABASE_URL: "", ...environment } },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => (output += part.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== expectedCode)
    throw new Error(`${name} ${args.join(" ")} ended with ${code}:\n${output}`);
}
