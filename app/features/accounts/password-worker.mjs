// Runs in worker threads: bcrypt takes a fifth of a second of pure computing, and the event loop has other visitors.
import { compare, hash } from "bcryptjs";

/**
 * @param {{ kind: "hash", password: string, cost: number } | { kind: "compare", password: string, hash: string }} task
 * @returns {Promise<string | boolean>}
 */
export default function run(task) {
  return task.kind === "hash" ? hash(task.password, task.cost) : compare(task.password, task.hash);
}
