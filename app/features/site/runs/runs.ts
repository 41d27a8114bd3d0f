export type RunKind = "import" | "source-check";

export type RunStatus = "running" | "done" | "failed" | "stopped";

export interface RunEntry {
  id: number;
  kind: RunKind;
  /** What it works on, such as a file's name. */
  subject: string;
  status: RunStatus;
  startedAt: Date;
  finishedAt: Date | null;
  /** The share that is done, from 0 to 1. */
  fraction: number;
  counts: Record<string, number>;
  problem: string | null;
}
