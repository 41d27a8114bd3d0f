import { setTimeout as sleep } from "node:timers/promises";
import { createJobParts, POOL_SIZE } from "./job-parts";
import { effectJob } from "./effect-job";
import type { TestDatabase } from "../database/test-database";

/** A process whose runs have the effect that `effect-job.ts` describes. */
const { AKARI_DATABASE = "" } = process.env;
const parts = createJobParts(JSON.parse(AKARI_DATABASE) as TestDatabase["options"]);
const { sql } = parts.context.database;

async function isReleased(): Promise<boolean> {
  const [row] = await sql<{ released: boolean }[]>`SELECT released FROM effects_gate`;
  return row?.released === true;
}

const job = effectJob(async ({ payload: { number, then }, signal }) => {
  await sql`INSERT INTO effect_starts (number, pid) VALUES (${number}, ${process.pid})`;
  if (then === "crash") process.kill(process.pid, "SIGKILL");
  const { db } = parts.context.database;
  await db.transaction(async (tx) => {
    if (then === "wait") while (!(await isReleased())) await sleep(10, undefined, { signal });
    await tx.execute(`INSERT INTO effects (number, pid) VALUES (${number}, ${process.pid})`);
    if (then === "hang") while (!(await isReleased())) await sleep(10, undefined, { signal });
  });
  await sql`UPDATE effect_starts SET ended_at = clock_timestamp()
    WHERE number = ${number} AND pid = ${process.pid}`;
});

// A process that is stopped while it opens a connection fails once it continues: all are open.
await Promise.all(Array.from({ length: POOL_SIZE }, () => sql`SELECT pg_sleep(0.1)`));
parts.start(null, { lookMs: 10, jobs: [job] });
setInterval(() => undefined, 60_000);
process.stdout.write("started\n");
