import { readFileSync } from "node:fs";

/** Pages shared by processes count once. */
export interface ImageMemory {
  main: number;
  workers: number;
  together: number;
}

/** Process ids, without an embedded database. Linux only. */
export function getImageProcesses(pid: number): { main: number; workers: number[] } {
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

function getImageMemory(pid: number): ImageMemory {
  const { main, workers } = getImageProcesses(pid);
  const bufferedBytes = (process: number): number =>
    Number(/^Pss:\s+(\d+)/m.exec(readText(`/proc/${process}/smaps_rollup`))?.[1] ?? 0) * 1024;
  const ofWorkers = workers.reduce((sum, worker) => sum + bufferedBytes(worker), 0);
  return {
    main: bufferedBytes(main),
    workers: ofWorkers,
    together: bufferedBytes(main) + ofWorkers,
  };
}

/** Measures every 50 ms during `work`. */
export async function measurePeakMemory(
  pid: number,
  work: () => Promise<unknown>,
): Promise<ImageMemory> {
  const peak = getImageMemory(pid);
  const look = (): void => {
    const now = getImageMemory(pid);
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

/** Reads a file; empty for a process that has exited. */
function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
