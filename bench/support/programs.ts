import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { getFreePort } from "../../scripts/support/free-port";
import { ROOT } from "./databases";

export interface Program {
  url: string;
  pid: number;
  stop(): Promise<void>;
}

const MAX_START_ATTEMPTS = 1_200;
const ATTEMPT_INTERVAL_MS = 50;

/** Starts a program that listens on `PORT` and waits until it serves `path`. */
export async function startProgram(
  argv: readonly string[],
  env: Record<string, string>,
  path: string,
  cwd = ROOT,
): Promise<Program> {
  const port = await getFreePort();
  const child = spawn(process.execPath, argv, {
    cwd,
    env: { ...process.env, ...env, PORT: String(port), HOST: "127.0.0.1", NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  return waitUntilServing(child, `http://127.0.0.1:${port}`, path);
}

/** Resolves when a program serves `path`. Throws with what it wrote when it ends before that. */
export async function waitUntilServing(
  child: ChildProcess,
  url: string,
  path: string,
): Promise<Program> {
  let errors = "";
  child.stderr
    ?.setEncoding("utf8")
    .on("data", (text: string) => (errors = (errors + text).slice(-4_000)));
  for (let attempt = 0; ; attempt += 1) {
    if (child.exitCode !== null || attempt > MAX_START_ATTEMPTS) {
      await stop(child);
      throw new Error(`${child.spawnargs.join(" ")} does not respond:\n${errors}`);
    }
    const response = await fetch(url + path).catch(() => null);
    await response?.arrayBuffer();
    if (response?.ok === true) return { url, pid: child.pid ?? 0, stop: () => stop(child) };
    await new Promise((resolve) => setTimeout(resolve, ATTEMPT_INTERVAL_MS));
  }
}

/** Limits of glibc that `npm start`, the container and the systemd unit set. */
const ALLOCATION = { MALLOC_ARENA_MAX: "2", MALLOC_TRIM_THRESHOLD_: "262144" };

/** Rate limits are raised out of the way. */
export function startBuiltServer(env: Record<string, string>): Promise<Program> {
  return startProgram(
    ["build/server/index.js"],
    {
      ...ALLOCATION,
      ...env,
      DATA_DIR: join(ROOT, ".data/bench/served"),
      DATA_SHARED: "true",
      SESSION_SECRET: "for benchmarks only",
      RATE_LIMITS: "animesFull=100000000/60,signup=100000000/60",
      LOG_LEVEL: "silent",
    },
    "/readyz",
  );
}

export function readCpuMicros(pid: number): number | null {
  const fields = readStat(pid);
  // Clock ticks are 10 ms on every Linux that Node supports.
  return fields === null ? null : (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** The fields after the name of the program: state, parent and so on (proc_pid_stat(5)). */
function readStat(pid: number): string[] | null {
  try {
    return readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
  } catch {
    return null;
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}
