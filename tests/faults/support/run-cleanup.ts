import { expect, vi } from "vitest";
import { passTime } from "../../support/jobs/job-parts";
import type { Site } from "./site";

/** Makes the hourly job due, and waits for what it achieves. */
export async function runCleanup(site: Site, achieved: () => Promise<void>): Promise<void> {
  await expect.poll(() => site.query((sql) => passTime({ sql }, "cleanup"))).toBe(true);
  await vi.waitFor(achieved, { timeout: 120_000, interval: 500 });
}
