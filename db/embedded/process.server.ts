import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { errorCode } from "~/errors/error-code";

/**
 * The start time of a process, which together with its pid identifies it; null if dead or a zombie.
 */
export function getStartTime(pid: number): string | null {
  try {
    if (process.platform !== "linux")
      return (
        execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() ||
        null
      );
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // proc(5): the name may contain spaces; fields 3 (state) and 22 (start).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

export function isServingFolder(pid: number, data: string): boolean {
  if (getStartTime(pid) === null) return false;
  try {
    // Unlike the cwd, readable for root in a container.
    const args =
      process.platform === "linux"
        ? readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0")
        : execFileSync("ps", ["-o", "command=", "-p", String(pid)], { encoding: "utf8" })
            .trim()
            .split(" ");
    return /(^|\/)postgres$/.test(args[0] ?? "") && args.join(" ").includes(`-D ${data}`);
  } catch {
    return false;
  }
}

/** Looks for processes on Linux; elsewhere they end by themselves. */
export function listLeftoverBackends(data: string): number[] {
  if (process.platform !== "linux") return [];
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return (
          readlinkSync(`/proc/${pid}/cwd`) === data &&
          readFileSync(`/proc/${pid}/comm`, "utf8").startsWith("postgres")
        );
      } catch {
        return false;
      }
    });
}

export function sendSignal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error;
  }
}

/** Milliseconds; false if not in time. */
export async function waitUntil(
  isDone: () => boolean,
  timeoutMs: number,
  intervalMs = 15,
): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (!isDone()) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, intervalMs));
  }
  return true;
}
