// Preloaded into the built server (NODE_OPTIONS=--import): shifts `Date` by the milliseconds in
// CLOCK_FILE, read again at SIGUSR2. Timers and `performance.now()` stay monotonic, as they are
// when a system's clock is set.
import { readFileSync } from "node:fs";

const SystemDate = Date;
let shift = 0;
const readShift = () => {
  shift = Number(readFileSync(process.env.CLOCK_FILE, "utf8"));
};
readShift();
process.on("SIGUSR2", readShift);

globalThis.Date = class Date extends SystemDate {
  constructor(...parts) {
    if (parts.length === 0) super(SystemDate.now() + shift);
    else super(...parts);
  }

  static now() {
    return SystemDate.now() + shift;
  }
};
