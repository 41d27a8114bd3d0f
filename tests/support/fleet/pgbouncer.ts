import { onTestFinished } from "vitest";
import type { TestDatabase } from "../database/test-database";
import { launchPgBouncer, type Pooler, type PoolerOptions } from "./pgbouncer-process";

/** Tests that need it are skipped where it is undefined. */
export { PGBOUNCER } from "./pgbouncer-process";

/** Stops at the test's end. */
export async function startPgBouncer(
  database: TestDatabase["options"],
  options?: PoolerOptions,
): Promise<Pooler> {
  const pooler = await launchPgBouncer(database, options);
  onTestFinished(() => pooler.end());
  return pooler;
}
