import { z } from "zod";
import { defineJob, type JobRun } from "~/jobs/define-job";

/** Stores its number: once, unless a run is repeated after its effect. */
export interface Effect {
  number: number;
  /** Runs of one subject never overlap. */
  subject: string;
  /**
   * `crash` ends the process before the effect; `wait` waits before it, and `hang` within its
   * transaction, until the row of `effects_gate` says that it is released.
   */
  then?: "crash" | "wait" | "hang" | undefined;
}

export const EFFECT_LANE = { name: "effects", concurrency: 4 };

export function effectJob(work: (run: JobRun<Effect>) => Promise<void>) {
  return defineJob({
    name: "effect",
    plan: { lane: EFFECT_LANE, retries: 2, retrySeconds: 1 },
    payload: z.object({
      number: z.number(),
      subject: z.string(),
      then: z.enum(["crash", "wait", "hang"]).optional(),
    }),
    key: ({ number }: Effect) => String(number),
    subject: ({ subject }: Effect) => subject,
    async work(_context, run) {
      await work(run);
      return {};
    },
  });
}
