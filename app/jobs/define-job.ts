import { z } from "zod";
import type { PlainKey } from "~/i18n/message-types";
import type { JobContext } from "./job-context.server";
import type { Lane } from "./lanes";
import type { Schedule } from "./schedule";

/** Counts that `/admin/jobs` shows, each as `admin.jobs.result.<name>`. */
export type JobResult = Readonly<Record<string, number>>;

/** What the work of a run may use. */
export interface JobRun<Payload> {
  payload: Payload;
  /** Aborted when an owner stops the run, its process ends, or another one has taken it over. */
  signal: AbortSignal;
  /** Shown on `/admin/jobs` within a second. `fraction` is 0 to 1. */
  report: (progress: { fraction?: number; counts?: JobResult }) => void;
}

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

export interface JobDefinition<Payload extends object = object> {
  readonly name: string;
  readonly plan: JobPlan;
  readonly payload: z.ZodType<Payload>;
  readonly messages: {
    readonly name: PlainKey;
    readonly about: PlainKey | "admin.jobs.about.backup";
  };
  /** One run of a key waits at a time: a further one joins it. By default, one of the job. */
  key?(payload: Payload): string;
  /** Runs of one subject never overlap, however many the lane allows. */
  subject?(payload: Payload): string;
  /** A file in the data folder without which the run cannot work: others leave it alone. */
  localFile?(payload: Payload): string;
  /** Whether there is work before the schedule's time, or without any schedule. */
  isDue?(context: JobContext): Promise<boolean>;
  /** Ends early, without an error, when the signal is aborted. */
  work(context: JobContext, run: JobRun<Payload>): Promise<JobResult>;
}

/** Keeps the name as a literal and the payload's type for those who enqueue the job. */
export function defineJob<const Name extends string, Payload extends object>(
  definition: JobDefinition<Payload> & { readonly name: Name },
): JobDefinition<Payload> & { readonly name: Name } {
  return definition;
}

/** The payload of jobs that need none. */
export const NO_PAYLOAD = z.object({});
