// Runs in worker threads: bcrypt takes a fifth of a second of pure computing, and the event loop has other visitors.
import { setPriority } from "node:os";
import { compare, hash } from "bcryptjs";
import { workerData } from "piscina";

// Linux counts priorities by thread: where cores are few, hashing takes what the requests of everybody else leave.
if (workerData?.lowPriority === true && process.platform === "linux") setPriority(10);

/**
 * @param {{ kind: "hash", password: string, cost: number } | { kind: "compare", password: string, hash: string }} task
 * @returns {Promise<string | boolean>}
 */
export default function run(task) {
  return task.kind === "hash" ? hash(task.password, task.cost) : compare(task.password, task.hash);
}
