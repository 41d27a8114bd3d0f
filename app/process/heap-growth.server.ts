import { setFlagsFromString } from "node:v8";

/**
 * By default V8 counts relayed bytes as allocation pressure: streaming 100 MB triggers two or three
 * full collections, which cost more than the streaming (docs/performance.md). Uses at most twice
 * the live memory.
 */
export function relaxHeapGrowth(): void {
  setFlagsFromString("--heap-growing-percent=100");
}
