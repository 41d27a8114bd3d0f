import { z } from "zod";
import type { JobContext } from "./job-context.server";
import type { PlannedJob } from "./job-names";

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

/** A job with its work. */
export interface JobDefinition<Payload extends object = object> extends PlannedJob {
  readonly payload: z.ZodType<Payload>;
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
