import type { Schedule } from "./schedule";

/** One job of a lane runs at a time, on all instances together. */
export const LANES = ["jikan", "site", "media"] as const;
export type Lane = (typeof LANES)[number];

export const JOB_NAMES = [
  "airing",
  "upcoming",
  "listing",
  "episodes",
  "relations",
  "credits",
  "sources",
  "cleanup",
  "maintenance",
  "backup",
  "pictures",
  "marks",
  "searches",
  "suggestions",
] as const;
export type JobName = (typeof JOB_NAMES)[number];

export interface JobPlan {
  lane: Lane;
  schedule: Schedule;
  /** Until an owner changes it. */
  enabled: boolean;
  /** After a failure, each later than the one before. */
  retries: number;
}

const MONDAY = 1;
const WEDNESDAY = 3;

export const JOBS: Readonly<Record<JobName, JobPlan>> = {
  airing: { lane: "jikan", schedule: { every: "day", hour: 1 }, enabled: true, retries: 5 },
  upcoming: {
    lane: "jikan",
    schedule: { every: "week", day: MONDAY, hour: 3 },
    enabled: true,
    retries: 5,
  },
  listing: {
    lane: "jikan",
    schedule: { every: "week", day: WEDNESDAY, hour: 4 },
    enabled: true,
    retries: 8,
  },
  episodes: { lane: "jikan", schedule: { every: "day", hour: 2 }, enabled: true, retries: 5 },
  relations: { lane: "jikan", schedule: { every: "day", hour: 6 }, enabled: true, retries: 5 },
  credits: { lane: "jikan", schedule: { every: "day", hour: 8 }, enabled: true, retries: 5 },
  sources: { lane: "site", schedule: { every: "day", hour: 3 }, enabled: true, retries: 2 },
  cleanup: { lane: "site", schedule: { every: "hour" }, enabled: true, retries: 1 },
  maintenance: { lane: "site", schedule: { every: "day", hour: 5 }, enabled: true, retries: 2 },
  backup: { lane: "site", schedule: { every: "day", hour: 0 }, enabled: false, retries: 3 },
  pictures: { lane: "media", schedule: { every: "hour" }, enabled: true, retries: 2 },
  marks: { lane: "media", schedule: { every: "hour" }, enabled: true, retries: 2 },
  searches: { lane: "site", schedule: { every: "hour" }, enabled: true, retries: 2 },
  suggestions: { lane: "site", schedule: { every: "hour" }, enabled: true, retries: 2 },
};

export function isJobName(name: unknown): name is JobName {
  return JOB_NAMES.some((known) => known === name);
}

export function jobsOf(lane: Lane): JobName[] {
  return JOB_NAMES.filter((name) => JOBS[name].lane === lane);
}
