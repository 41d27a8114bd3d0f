import type { RunEntry } from "~/features/site/runs/runs";

/** A run as pages get it. */
export function toRunFacts({ startedAt, finishedAt, ...run }: RunEntry) {
  return {
    ...run,
    startedAt: startedAt.toISOString(),
    finishedAt: finishedAt?.toISOString() ?? null,
  };
}

export type RunFacts = ReturnType<typeof toRunFacts>;
