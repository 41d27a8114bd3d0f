import { setFlagsFromString } from "node:v8";

/**
 * Lets the heap double before old objects are looked through again. V8's own choice is tighter the busier a process is, and counts relayed bytes
 * as if they were objects: with a heap of this program's size, streaming 100 MB then looks through all of it two or three times, which took
 * more time than the streaming (docs/performance.md). At most twice the memory of what is alive is used for this.
 */
export function letHeapGrow(): void {
  setFlagsFromString("--heap-growing-percent=100");
}
