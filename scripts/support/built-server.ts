import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { getFreePort } from "./free-port";

const root = join(import.meta.dirname, "../..");

export interface BuiltServer {
  url: string;
  pid: number;
  output(): { stdout: string; stderr: string };
  /** Rejects with the output when the server exits first. */
  ready: Promise<void>;
  /** Resolves when its port responds, ready or not. */
  listening(): Promise<void>;
  signal(name: NodeJS.Signals): void;
  exited: Promise<number | null>;
}

/**
 * Starts on a free port. `wrapper` is a command that runs its arguments, `folder` a copy of the
 * site. The other programs also install and build what is missing, which costs a fifth of a start.
 */
export async function startBuiltServer(
  env: Record<string, string>,
  program: "build/server/index.js" | "scripts/start.mjs" | "npm start" = "build/server/index.js",
  { wrapper = [], folder = root }: { wrapper?: readonly string[]; folder?: string } = {},
): Promise<BuiltServer> {
  const port = env["PORT"] ?? String(await getFreePort());
  const url = `http://127.0.0.1:${port}`;
  const [command = "", ...args] = [
    ...wrapper,
    ...(program === "npm start" ? ["npm", "start"] : [process.execPath, join(folder, program)]),
  ];
  const child = spawn(command, args, {
    cwd: folder,
    env: {
      ...process.env,
      NODE_ENV: "production",
      LOG_LEVEL: "warn",
      HOST: "127.0.0.1",
      DATABASE_URL: "",
      // Jobs would read from Jikan at night.
      JOBS: "off",
      // Several may share a database.
      DATA_SHARED: "true",
      ...env,
      PORT: port,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { stdout: "", stderr: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => (output.stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (output.stderr += text));
  const exited = once(child, "close").then(([code]) => code as number | null);

  const waitUntil = async (isAccepted: (response: Response) => boolean) => {
    while (child.exitCode === null && child.signalCode === null) {
      const response = await fetch(`${url}/readyz`).catch(() => null);
      await response?.arrayBuffer();
      if (response !== null && isAccepted(response)) return;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`The server exited before it responded:\n${output.stdout}${output.stderr}`);
  };
  const ready = waitUntil((response) => response.ok);
  ready.catch(() => undefined);
  return {
    url,
    pid: child.pid ?? 0,
    output: () => ({ ...output }),
    ready,
    listening: () => waitUntil(() => true),
    exited,
    signal: (name) => void child.kill(name),
  };
}
