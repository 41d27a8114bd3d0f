import type { DatabaseClient } from "~db/client.server";
import { LANES, type Lane } from "./job-list";

/** With the lane's index; single numbers are another space of keys. */
const LANE_LOCK = 4_210_590;
const CHECK_INTERVAL_MS = 5_000;

/**
 * Holds the lane's lock during `work`, or returns null when another process has it. The lock ends
 * with its connection, hence with its process; `lost` is aborted when the connection is lost.
 */
export function withLane<Result>(
  { withConnection }: Pick<DatabaseClient, "withConnection">,
  lane: Lane,
  work: (lost: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  const lost = new AbortController();
  return withConnection(async (client) => {
    // A transaction, as postgres.js may otherwise replace the connection in between.
    const held = client.begin(async (sql) => {
      const [row] = await sql<{ locked: boolean; pid: number }[]>`
        SELECT pg_try_advisory_xact_lock(${LANE_LOCK}::int, ${LANES.indexOf(lane)}::int) AS locked,
          pg_backend_pid() AS pid`;
      if (row?.locked !== true) return { done: null };
      const timer = setInterval(() => {
        sql<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`.then(
          ([now]) => now?.pid === row.pid || lost.abort(),
          () => lost.abort(),
        );
      }, CHECK_INTERVAL_MS);
      try {
        return { done: await work(lost.signal) };
      } finally {
        clearInterval(timer);
      }
    });
    // Its connection ends it too.
    held.catch(() => lost.abort());
    return (await held).done;
  });
}

/** The lanes whose lock some process holds. */
export async function listBusyLanes({
  sql,
}: Pick<DatabaseClient, "sql">): Promise<ReadonlySet<Lane>> {
  const rows = await sql<{ lane: number }[]>`
    SELECT objid::int AS lane FROM pg_locks
    WHERE locktype = 'advisory' AND classid = ${LANE_LOCK}::oid AND objsubid = 2 AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
  return new Set(rows.flatMap(({ lane }) => LANES[lane] ?? []));
}
