import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync, readlinkSync } from "node:fs";
import { errorCode } from "~/errors/error-code";

/**
 * When a process was started, as an opaque token; with the pid it names one process even after pids are used again
 * (a container begins at 1 each time). Null when nothing lives under that pid; a zombie counts as dead.
 */
export function startTimeOf(pid: number): string | null {
  try {
    if (process.platform !== "linux")
      return (
        execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() ||
        null
      );
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The command name stands in brackets and may hold spaces: fields count from behind it (proc(5): 3 is the state, 22 the start).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields[0] === "Z" || fields[0] === "X" ? null : (fields[19] ?? null);
  } catch {
    return null;
  }
}

/** Whether `pid` is a PostgreSQL server that was started on the folder `data`. */
export function servesFolder(pid: number, data: string): boolean {
  if (startTimeOf(pid) === null) return false;
  try {
    // The command line is readable where /proc/<pid>/cwd is not: root in a container has no right to look into other accounts' processes.
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

/** Server processes that still work in `data` although their postmaster is gone (Linux only; elsewhere they end by themselves). */
export function leftoverBackends(data: string): number[] {
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

/** Sends a signal; a process that is already gone is fine. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (errorCode(error) !== "ESRCH") throw error;
  }
}

/** Waits until `done` says true; asks every `every` ms; false after `within` ms. */
export async function waitUntil(done: () => boolean, within: number, every = 15): Promise<boolean> {
  const deadline = performance.now() + within;
  while (!done()) {
    if (performance.now() > deadline) return false;
    await new Promise((resolve) => setTimeout(resolve, every));
  }
  return true;
}
