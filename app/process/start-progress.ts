/** What a start does, in its order, and `reaching` while the database does not respond. */
export type StartTask = "opening" | "reaching" | "migrating" | "indexing" | "filling";

export interface StartStep {
  task: StartTask;
  /** How far it is, where that is known. */
  part?: { number: number; total: number };
}

/** What those who wait for the start are told. */
export interface StartProgress {
  current(): StartStep;
  show(step: StartStep): void;
}

export function createStartProgress(onStep: (step: StartStep) => void): StartProgress {
  let current: StartStep = { task: "opening" };
  return {
    current: () => current,
    show(step) {
      current = step;
      onStep(step);
    },
  };
}
