import type { Config } from "~/config/config.server";
import { ALL_JOBS } from "~/jobs/all-jobs.server";
import type { JobDefinition } from "~/jobs/define-job";
import type { JobContext } from "~/jobs/job-context.server";
import { startJobs, type JobRunner } from "~/jobs/job-runner.server";
import type { Log } from "~/observability/log.server";
import { startLibraryWatch, type LibraryWatch } from "./library-watch.server";

/** Jobs and the watch of media folders, which start once the database is ready. */
export interface BackgroundWork {
  start(context: JobContext): void;
  /** Lets this process look at the queue at once. Without effect before the start. */
  wakeJobs(): void;
  /** Looks at the queue and for media folders at once. */
  wake(): void;
  /** Interrupts what runs. A later start is without effect. */
  stop(): Promise<void>;
}

export function createBackgroundWork({ jobs, library }: Config, log: Log): BackgroundWork {
  let runner: JobRunner | null = null;
  let watch: LibraryWatch | null = null;
  let isStopped = false;
  const wakeJobs = () => runner?.wake();
  return {
    start(context) {
      if (isStopped) return;
      runner = startJobs({ context, jobs: listOwnJobs(jobs), log });
      if (library.scanMs > 0)
        watch = startLibraryWatch({
          database: context.database,
          log,
          intervalMs: library.scanMs,
          wakeJobs,
        });
    },
    wakeJobs,
    wake() {
      wakeJobs();
      watch?.wake();
    },
    async stop() {
      isStopped = true;
      await Promise.all([runner?.stop(), watch?.stop()]);
    },
  };
}

/**
 * Lists the jobs of this instance. Those without a schedule run even if JOBS is off, since they
 * were asked of it.
 */
function listOwnJobs({ enabled }: Config["jobs"]): readonly JobDefinition[] {
  return ALL_JOBS.filter((job) => enabled || job.plan.schedule === undefined);
}
