import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { join } from "node:path";

export interface BuiltServer {
  url: string;
  pid: number;
  /** Everything it wrote so far, both streams. */
  output(): string;
  /** Sends SIGTERM (or another signal) and resolves with the exit code; null when the signal ended it. */
  stop(signal?: NodeJS.Signals): Promise<number | null>;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (typeof address !== "object" || address === null) throw new Error("no port");
  return address.port;
}

/** Starts `build/server/index.js` of `root` as production would, and waits until it is ready to serve. Rejects with its output when it ends first. */
export async function startBuiltServer({ root, env }: { root: string; env: Record<string, string> }): Promise<BuiltServer> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const child = spawn(process.execPath, [join(root, "build", "server", "index.js")], {
    cwd: root,
    env: { ...process.env, NODE_ENV: "production", LOG_LEVEL: "warn", HOST: "127.0.0.1", PORT: String(port), ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding("utf8").on("data", (text: string) => (output += text));
  const ended = once(child, "exit") as Promise<[number | null]>;

  const ready = async () => {
    while (child.exitCode === null && child.signalCode === null) {
      const response = await fetch(`${url}/readyz`).catch(() => null);
      await response?.arrayBuffer();
      if (response?.ok) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`The server ended before it was ready:\n${output}`);
  };
  await ready();
  return {
    url,
    pid: child.pid ?? 0,
    output: () => output,
    async stop(signal = "SIGTERM") {
      child.kill(signal);
      return (await ended)[0];
    },
  };
}
