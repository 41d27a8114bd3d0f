import { JIKAN, LIBRARY, MEDIA, OUTGOING, SITE, type Lane } from "./lanes";
import type { Schedule } from "./schedule";

const MONDAY = 1;
const WEDNESDAY = 3;

/** When a job runs, beside which others, and how often it is tried. */
export interface JobPlan {
  lane: Lane;
  /**
   * The schedule of runs. If there is none, the code that needs one enqueues it, or `isDue` does.
   */
  schedule?: Schedule;
  /** Whether the job is on until an owner changes it; true by default. */
  enabled?: boolean;
  /** How often a run that failed is tried again. */
  retries: number;
  /** Seconds before the first retry, and up to as much again at random. They double with each. */
  retrySeconds?: number;
  /** The wait does not grow beyond this. */
  maxRetrySeconds?: number;
}

/** A job without its work, which only the process that runs it imports. */
export interface PlannedJob<Name extends string = string> {
  readonly name: Name;
  readonly plan: JobPlan;
}

/**
 * Every job of the site, in the order of its page. A job's messages are `admin.jobs.name.<name>`
 * and `admin.jobs.about.<name>`.
 */
export const JOB_PLANS = {
  airing: { lane: JIKAN, schedule: { every: "day", hour: 1 }, retries: 5 },
  upcoming: { lane: JIKAN, schedule: { every: "week", day: MONDAY, hour: 3 }, retries: 5 },
  listing: { lane: JIKAN, schedule: { every: "week", day: WEDNESDAY, hour: 4 }, retries: 8 },
  // A file that cannot be imported stays as it is, so an owner decides.
  import: { lane: JIKAN, retries: 0 },
  episodes: { lane: JIKAN, schedule: { every: "day", hour: 2 }, retries: 5 },
  relations: { lane: JIKAN, schedule: { every: "day", hour: 6 }, retries: 5 },
  credits: { lane: JIKAN, schedule: { every: "day", hour: 8 }, retries: 5 },
  biographies: { lane: JIKAN, schedule: { every: "day", hour: 10 }, retries: 5 },
  sources: { lane: SITE, schedule: { every: "day", hour: 3 }, retries: 2 },
  cleanup: { lane: SITE, schedule: { every: "hour" }, retries: 1 },
  maintenance: { lane: SITE, schedule: { every: "day", hour: 5 }, retries: 2 },
  backup: { lane: SITE, schedule: { every: "day", hour: 0 }, enabled: false, retries: 3 },
  scan: { lane: LIBRARY, retries: 5, retrySeconds: 60 },
  pictures: { lane: MEDIA, schedule: { every: "hour" }, retries: 2 },
  marks: { lane: MEDIA, schedule: { every: "hour" }, retries: 2 },
  searches: { lane: SITE, schedule: { every: "hour" }, retries: 2 },
  suggestions: { lane: SITE, schedule: { every: "hour" }, retries: 2 },
  announce: { lane: SITE, schedule: { every: "hour" }, retries: 2 },
  // All notifications wait for a retry, so it comes soon.
  notifications: {
    lane: OUTGOING,
    schedule: { every: "hour" },
    retries: 5,
    retrySeconds: 5,
    maxRetrySeconds: 60,
  },
  // A schedule would run it where no forge is asked.
  updates: { lane: SITE, retries: 0 },
} as const satisfies Record<string, JobPlan>;

export type JobName = keyof typeof JOB_PLANS;

/** The jobs of `JOB_PLANS` as a list. */
export const SITE_JOBS: readonly PlannedJob<JobName>[] = (Object.keys(JOB_PLANS) as JobName[]).map(
  (name) => ({ name, plan: JOB_PLANS[name] }),
);
