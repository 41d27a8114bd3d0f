import { randomInt } from "node:crypto";
import { sql, type SQL } from "drizzle-orm";
import { ADVISORY_LOCK_CLASSES } from "~db/advisory-lock.server";
import type { DatabaseClient } from "~db/client.server";
import { jobRuns } from "~db/schema";

/** A process that runs jobs, as the database knows it. */
export interface Worker {
  readonly id: number;
  /** Aborted when the connection is lost: then others take its runs over. */
  readonly lost: AbortSignal;
}

const MAX_ID = 2 ** 31;
const CHECK_INTERVAL_MS = 5_000;

/** Whether the process that a run's row names is alive. */
export const isWorkerAlive: SQL<boolean> = sql<boolean>`
  ${jobRuns.worker} IS NOT NULL AND EXISTS (
    SELECT FROM pg_locks
    WHERE locktype = 'advisory' AND classid = ${ADVISORY_LOCK_CLASSES.worker}::int::oid AND objsubid = 2 AND granted
      AND objid = ${jobRuns.worker}::oid
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database()))`;

/**
 * Gives `work` a worker for as long as it takes. It is an advisory lock on a connection of its own,
 * so it ends with the process, also by a kill or a power cut.
 */
export function withWorker<Result>(
  { withConnection }: Pick<DatabaseClient, "withConnection">,
  work: (worker: Worker) => Promise<Result>,
): Promise<Result> {
  const lost = new AbortController();
  const id = randomInt(MAX_ID);
  return withConnection(async (client) => {
    // A transaction, as postgres.js may otherwise replace the connection in between.
    const held = client.begin(async (connection) => {
      // The server notices a host that has vanished.
      await connection`
        SELECT set_config('tcp_keepalives_idle', '5', true),
          set_config('tcp_keepalives_interval', '2', true),
          set_config('tcp_keepalives_count', '3', true)`;
      const [first] = await connection<{ pid: number }[]>`
        SELECT pg_backend_pid() AS pid, pg_advisory_xact_lock(${ADVISORY_LOCK_CLASSES.worker}, ${id})`;
      const timer = setInterval(() => {
        connection<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`.then(
          ([now]) => now?.pid === first?.pid || lost.abort(),
          () => lost.abort(),
        );
      }, CHECK_INTERVAL_MS);
      try {
        return { done: await work({ id, lost: lost.signal }) };
      } finally {
        clearInterval(timer);
        // The connection goes back to the pool. A lost one holds no lock.
        await connection`SELECT pg_advisory_unlock_all()`.catch(() => undefined);
      }
    });
    // Its connection ends it too.
    held.catch(() => lost.abort());
    return (await held).done;
  });
}
