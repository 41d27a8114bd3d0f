import { readFileSync } from "node:fs";

/** Bytes of memory; pages that several processes share count once. */
export interface ImageMemory {
  main: number;
  workers: number;
  together: number;
}

/** A server's process and those that convert images for it, by their ids. An embedded database is one of its children too and does not count. Linux only. */
export function imageProcesses(pid: number): { main: number; workers: number[] } {
  const children = readText(`/proc/${pid}/task/${pid}/children`)
    .trim()
    .split(" ")
    .filter(Boolean)
    .map(Number);
  return {
    main: pid,
    workers: children.filter((child) =>
      readText(`/proc/${child}/cmdline`).includes("transform-worker"),
    ),
  };
}

/** What they hold at this moment. */
export function imageMemory(pid: number): ImageMemory {
  const { main, workers } = imageProcesses(pid);
  const held = (process: number): number =>
    Number(/^Pss:\s+(\d+)/m.exec(readText(`/proc/${process}/smaps_rollup`))?.[1] ?? 0) * 1024;
  const ofWorkers = workers.reduce((sum, worker) => sum + held(worker), 0);
  return { main: held(main), workers: ofWorkers, together: held(main) + ofWorkers };
}

/** The most that they hold while something happens, looked at every 50 milliseconds. */
export async function peakMemory(pid: number, work: () => Promise<unknown>): Promise<ImageMemory> {
  const peak = imageMemory(pid);
  const look = (): void => {
    const now = imageMemory(pid);
    for (const key of ["main", "workers", "together"] as const)
      peak[key] = Math.max(peak[key], now[key]);
  };
  const timer = setInterval(look, 50);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
  look();
  return peak;
}

/** Empty for a process that has just ended. */
function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
