// @module-tag nightly
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { createDataDir, removeDataDir } from "../../../scripts/support/data-dir";
import { getFreePort } from "../../../scripts/support/free-port";
import { createDatabaseLink } from "../../support/database/database-link";
import { testDatabase } from "../../support/database/test-database";

const database = await testDatabase();
const root = join(import.meta.dirname, "../../..");
const NAMESPACE = [
  "--pid",
  "--fork",
  "--mount-proc",
  "--kill-child",
  ...(process.getuid?.() === 0 ? [] : ["--user", "--map-root-user"]),
];
const hasNamespaces = spawnSync("unshare", [...NAMESPACE, "true"]).status === 0;

/** The image's command as process 1 of a process namespace, and its id outside of it. */
async function startAsProcess1(env: Record<string, string>) {
  const port = await getFreePort();
  const child = spawn("unshare", [...NAMESPACE, process.execPath, "build/server/index.js"], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "info", ...env, PORT: String(port) },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const exited = once(child, "close").then(([code]) => code as number | null);
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await exited;
  });
  const isReady = async () => {
    if (child.exitCode !== null) throw new Error(output);
    return (await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => null))?.status;
  };
  // The first start creates a database, which takes half a minute on a busy machine.
  await expect.poll(isReady, { timeout: 120_000 }).toBe(200);
  const pid = Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8"));
  return { port, pid, exited };
}

async function firstLine(socket: Socket): Promise<string> {
  const [chunk] = (await once(socket, "data")) as [Buffer];
  return chunk.toString("latin1").split("\r\n", 1)[0] ?? "";
}

it.skipIf(!hasNamespaces)(
  "SHUTDOWN-S05 ends with 0 on SIGTERM as process 1, after the pending request (needs Linux namespaces)",
  async () => {
    const link = await createDatabaseLink(database);
    await link.open();
    const { port, pid, exited } = await startAsProcess1({
      DATABASE_URL: link.url,
      DATA_DIR: createTemporaryDataDir(),
      SESSION_SECRET: "for this test alone, and long enough for it",
    });
    expect(readFileSync(`/proc/${pid}/status`, "utf8")).toMatch(/^NSpid:\s+\d+\s+1$/m);
    const body = JSON.stringify({ email: "nobody@example.org", password: "Wr0ng!password" });
    const socket = connect(port, "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    socket.write(
      `POST /api/auth/signin HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    expect(await firstLine(socket)).toBe("HTTP/1.1 100 Continue");
    process.kill(pid, "SIGTERM");
    socket.write(body);
    expect(await firstLine(socket)).toBe("HTTP/1.1 401 Unauthorized");
    expect(await exited).toBe(0);
  },
);

it.skipIf(!hasNamespaces)(
  "SHUTDOWN-S05 ends with 0 on SIGTERM as process 1 beside its embedded database (needs Linux namespaces)",
  async () => {
    const { pid, exited } = await startAsProcess1({
      DATABASE_URL: "",
      DATA_DIR: createTemporaryDataDir(),
    });
    process.kill(pid, "SIGTERM");
    expect(await exited).toBe(0);
  },
);

function createTemporaryDataDir(): string {
  const folder = createDataDir();
  onTestFinished(() => removeDataDir(folder));
  return folder;
}
