import { machineMemory } from "~/config/machine-memory";

const MB = 1024 * 1024;
const LEAST_MB = 128;
const MOST_MB = 512;
/** The site and its images need far more than the database's cache. */
const SHARE = 16;

/**
 * Postgres's own cache. Where the indexes of a large catalog do not fit, each new name evicts
 * pages; pages that are never used take no memory.
 */
export function sharedBuffers(memoryBytes = machineMemory()): string {
  const megabytes = Math.floor(memoryBytes / SHARE / MB);
  return `${Math.min(MOST_MB, Math.max(LEAST_MB, megabytes))}MB`;
}
