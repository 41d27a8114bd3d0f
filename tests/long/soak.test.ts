import { existsSync } from "node:fs";
import { expect, it } from "vitest";
import { soak } from "../../scripts/support/soak";

/** `SOAK_MINUTES` shortens the run. */
const MINUTES = Number(process.env["SOAK_MINUTES"] ?? 30);
const MAX_SLOPE_MB_PER_MINUTE = 1;
/** The heap's own rise and fall between collections, which hides the slope of a short run. */
const MAX_NOISE_MB = 60;
const MAX_NEW_FILES = 20;

it.skipIf(!existsSync("/proc/self/fd"))(
  "LOAD-S07 serves mixed load without a failure, and memory and open files stay level (needs Linux)",
  { timeout: (MINUTES + 5) * 60_000 },
  async () => {
    const { statuses, failures, warm, slopeMb } = await soak(MINUTES);
    expect(failures).toEqual([]);
    expect(statuses.get(200)).toBeGreaterThan(MINUTES * 60);
    const lowest = (samples: typeof warm, key: "rssMb" | "files") =>
      Math.min(...samples.map((sample) => sample[key]));
    const half = Math.floor(warm.length / 2);
    const [early, late] = [warm.slice(0, half), warm.slice(half)];
    expect(
      lowest(late, "rssMb") - lowest(early, "rssMb"),
      `${slopeMb.toFixed(2)} MB per minute`,
    ).toBeLessThan(MAX_NOISE_MB + MINUTES * MAX_SLOPE_MB_PER_MINUTE);
    if (MINUTES >= 20) expect(slopeMb).toBeLessThan(MAX_SLOPE_MB_PER_MINUTE);
    expect(lowest(late, "files")).toBeLessThan(lowest(early, "files") + MAX_NEW_FILES);
  },
);
