import { machineMemory } from "./machine-memory";

const MB = 1024 * 1024;
const LEAST_MB = 24;
const MOST_MB = 48;
/** Most of the memory belongs to the database and to the system's cache of files. */
const SHARE = 32;

/** What `CACHE_MB` is where it is not set. */
export function defaultCacheMegabytes(memoryBytes = machineMemory()): number {
  const megabytes = Math.floor(memoryBytes / SHARE / MB);
  return Math.min(MOST_MB, Math.max(LEAST_MB, megabytes));
}
