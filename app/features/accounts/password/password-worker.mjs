// A bcrypt hash takes a fifth of a second of CPU.
import { constants, getPriority, setPriority } from "node:os";
import { compare, hash } from "bcryptjs";
import { workerData } from "piscina";

// Linux has a priority for each thread. This one is relative to that of the process, which may be
// low itself.
if (workerData?.niceness > 0 && process.platform === "linux")
  setPriority(Math.min(constants.priority.PRIORITY_LOW, getPriority() + workerData.niceness));

/**
 * @param {{ kind: "hash", password: string, cost: number } | { kind: "compare", password: string,
 * hash: string }} task
 * @returns {Promise<string | boolean>}
 */
export default function run(task) {
  return task.kind === "hash" ? hash(task.password, task.cost) : compare(task.password, task.hash);
}
