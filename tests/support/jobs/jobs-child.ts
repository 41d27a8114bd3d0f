import { setTimeout as sleep } from "node:timers/promises";
import { createJobParts } from "./job-parts";
import type { TestDatabase } from "../database/test-database";

/**
 * A process of the site, as far as jobs go. Each run enters its start and its end in `job_log`;
 * `AKARI_RUN_MS` is how long it takes.
 */
const options = JSON.parse(process.env["AKARI_DATABASE"] ?? "") as TestDatabase["options"];
const { context, start } = createJobParts(options);
const { sql } = context.database;
start(
  async () => {
    const [row] = await sql<{ id: number }[]>`
      INSERT INTO job_log (pid) VALUES (${process.pid}) RETURNING id`;
    await sleep(Number(process.env["AKARI_RUN_MS"]));
    await sql`UPDATE job_log SET ended_at = clock_timestamp() WHERE id = ${row?.id ?? 0}`;
    return {};
  },
  { lookMs: 10 },
);
setInterval(() => undefined, 60_000);
process.stdout.write("started\n");
