import { totalmem } from "node:os";

/** The container's limit in bytes, if it has one, or the machine's memory. */
export function machineMemory(): number {
  const limit = process.constrainedMemory() || Infinity;
  return Math.min(totalmem(), limit);
}
