import { setFlagsFromString } from "node:v8";

/** Flags for a server's load. Call before the first request. */
export function setV8Flags(): void {
  // V8 counts relayed bytes as allocation: 100 MB trigger two or three full collections. Costs up
  // to twice the live memory. `npm run bench -- video` measures it.
  setFlagsFromString("--heap-growing-percent=100");
  // What a start keeps says nothing about requests, whose objects would be allocated among the old
  // ones (docs/decisions/short-lived-objects.md).
  setFlagsFromString("--no-allocation-site-pretenuring");
}
