import { spawn, type ChildProcess } from "node:child_process";
import { getFreePort } from "../../../scripts/support/free-port";
import { endProgram, findProgram } from "../programs";

/** The program; undefined where there is none. */
export const VALKEY = findProgram("valkey-server", "redis-server");

export interface Valkey {
  url: string;
  readonly pid: number;
  signal(name: NodeJS.Signals): void;
  /** SIGKILL; its counters are gone. */
  kill(): Promise<void>;
  /** Starts again on the same port. */
  start(): Promise<void>;
}

/** Starts a server that stores in memory only. */
export async function launchValkey(): Promise<Valkey> {
  const port = await getFreePort();
  let child: ChildProcess | null = null;
  const valkey: Valkey = {
    url: `redis://127.0.0.1:${port}`,
    get pid() {
      return child?.pid ?? 0;
    },
    signal: (name) => void child?.kill(name),
    async kill() {
      if (child !== null) await endProgram(child, "SIGKILL");
    },
    async start() {
      const started = spawn(
        VALKEY ?? "valkey-server",
        ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"],
        { stdio: ["ignore", "pipe", "inherit"], cwd: "/" },
      );
      child = started;
      let output = "";
      for await (const chunk of started.stdout.iterator({ destroyOnReturn: false })) {
        output += String(chunk);
        if (output.includes("Ready to accept connections")) break;
      }
      started.stdout.resume();
    },
  };
  await valkey.start();
  return valkey;
}
