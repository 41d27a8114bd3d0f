import { existsSync } from "node:fs";
import { join } from "node:path";
import { soak as runSoak } from "../scripts/support/soak";
import { ROOT } from "./support/databases";

const MINUTES = 30;

/** Runs half an hour, or `--minutes=<n>`, of mixed load. Needs Linux. */
export default async function soak(flags: ReadonlySet<string>): Promise<void> {
  if (!existsSync("/proc/self/fd"))
    return print("Skipped: this system has no /proc to read memory and files from.");
  if (!existsSync(join(ROOT, "build/server/index.js")))
    return print("Skipped: build first (npm run build).");
  const minutes = Number(
    [...flags].find((flag) => flag.startsWith("--minutes="))?.slice(10) ?? MINUTES,
  );
  const { statuses, failures, warm, slopeMb } = await runSoak(minutes);
  for (const failure of failures) print(failure);
  const files = warm.map((sample) => sample.files);
  print(
    `${[...statuses.values()].reduce((sum, count) => sum + count, 0)} requests in ${minutes} min: ${[
      ...statuses,
    ]
      .sort()
      .map(([status, count]) => `${count} × ${status || "no response"}`)
      .join(", ")}`,
  );
  print(
    `memory: ${warm[0]?.rssMb.toFixed(0)} MB after the warm-up, ${warm.at(-1)?.rssMb.toFixed(0)} MB at the end, slope ${slopeMb.toFixed(2)} MB/min`,
  );
  print(`open files: ${Math.min(...files)} to ${Math.max(...files)}, ${files.at(-1)} at the end`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
