import type { DatabaseClient } from "~db/client.server";
import { jobsOf, type Lane } from "./job-list";
import { recordAbandoned } from "./job-records.server";
import { withLane } from "./lane-lock.server";

/**
 * Like `withLane`, for all that runs in a lane: jobs, by schedule or command, and imports. A job
 * that is still open in the records was killed with its process.
 */
export function holdLane<Result>(
  database: Pick<DatabaseClient, "db" | "withConnection">,
  lane: Lane,
  work: (lost: AbortSignal) => Promise<Result>,
): Promise<Result | null> {
  return withLane(database, lane, async (lost) => {
    await recordAbandoned(database.db, jobsOf(lane));
    return work(lost);
  });
}
