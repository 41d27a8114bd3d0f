import { IDLE, type PlayerState, type Problem } from "./player-state";

/** Keeps the state of a player and tells listeners of changes. */
export interface PlayerStore {
  state: () => PlayerState;
  update: (changes: Partial<PlayerState>) => void;
  fail: (problem: Problem, missingCodecs?: readonly string[]) => void;
  subscribe: (listener: () => void) => () => void;
  /** Forgets all listeners. */
  close: () => void;
}

/** Starts with the state of a player without a source. */
export function createStore(): PlayerStore {
  let state: PlayerState = IDLE;
  const listeners = new Set<() => void>();
  const update = (changes: Partial<PlayerState>) => {
    state = { ...state, ...changes };
    for (const listener of listeners) listener();
  };
  return {
    state: () => state,
    update,
    fail: (problem, missingCodecs = []) => update({ phase: "failed", problem, missingCodecs }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    close: () => listeners.clear(),
  };
}
