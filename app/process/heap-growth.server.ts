import { setFlagsFromString } from "node:v8";

/**
 * V8 counts relayed bytes as allocation: 100 MB trigger two or three full collections
 * (docs/performance.md). Costs up to twice the live memory.
 */
export function relaxHeapGrowth(): void {
  setFlagsFromString("--heap-growing-percent=100");
}
