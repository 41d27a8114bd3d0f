import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { MATURE, trialSources, WARMED } from "../e2e/support/trials";
import { startOpenIdProvider } from "../fakes/openid-provider/provider";
import { startBuiltServer } from "./server/built-server";
import { freePort } from "./server/free-port";
import { makeDataDir, removeAbandonedDataDirs, removeDataDir } from "./database/data-dir";
import { STREAMS, streamOrigin } from "./media/stream-origin";

const root = join(import.meta.dirname, "../..");

/**
 * Starts an identity provider and the built server with a DATA_DIR of its own and the starter catalog, and attaches streams beside it as an operator does; the tests
 * find both by their addresses. All tests come from one address, so the limit of the video proxy is out of their way.
 */
export default async function setup(): Promise<() => Promise<void>> {
  await removeAbandonedDataDirs();
  const dataDir = makeDataDir();
  const origin = await streamOrigin();
  const port = String(await freePort());
  const provider = await startOpenIdProvider({
    redirectUris: [`http://127.0.0.1:${port}/api/auth/callback`],
  });
  const environment = {
    DATA_DIR: dataDir,
    OUTBOUND_ALLOW: [origin.host, origin.deadHost, new URL(provider.issuer).host].join(","),
  };
  const server = await startBuiltServer(
    {
      ...environment,
      ...provider.environment,
      PORT: port,
      NODE_ENV: "production",
      RATE_LIMITS: "videoProxy=100000/60",
    },
    "build/server/index.js",
  );
  await server.ready;
  process.env["E2E_BASE_URL"] = server.url;
  process.env["E2E_PROVIDER_URL"] = provider.issuer;

  const file = (name: string, lines: readonly object[]) => {
    const path = join(dataDir, name);
    writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    return path;
  };
  // Kept answers from before must not outlive what the commands below change.
  for (const path of WARMED) await (await fetch(server.url + path)).arrayBuffer();
  const { good, bad } = trialSources(origin.url, origin.deadHost);
  await command("catalog-import", [file("mature.ndjson", [MATURE_TITLE])], environment);
  await command("media-add", [STREAMS, "--name", "trials"], environment);
  await command("sources-add", ["--manifest", file("good.ndjson", good)], environment);
  await command("sources-add", ["--unchecked", "--manifest", file("bad.ndjson", bad)], environment);

  return async () => {
    server.signal("SIGTERM");
    await server.ended;
    origin.stop();
    await provider.stop();
    await removeDataDir(dataDir);
  };
}

const MATURE_TITLE = {
  mal_id: MATURE,
  title: "Behind the Curtain",
  type: "OVA",
  episodes: 1,
  status: "Finished Airing",
  airing: false,
  rating: "Rx - Hentai",
  genres: ["Hentai"],
};

/** One of the project's commands, beside the running server. Throws what it wrote when it fails. */
async function command(
  name: string,
  args: readonly string[],
  environment: Record<string, string>,
): Promise<void> {
  const child = spawn(
    process.execPath,
    ["--import", "tsx", join(root, `db/cli/${name}.ts`), ...args],
    { cwd: root, env: { ...process.env, DATABASE_URL: "", ...environment } },
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => (output += part.toString()));
  const [code] = (await once(child, "close")) as [number | null];
  if (code !== 0) throw new Error(`${name} ${args.join(" ")} ended with ${code}:\n${output}`);
}
