export interface ClientLoad {
  readonly active: number;
  readonly waiting: number;
}

export interface ClientLoads {
  of(client: string): ClientLoad;
  count(client: string, change: { active?: 1 | -1; waiting?: 1 | -1 }): void;
  /**
   * Whether one waiter is served before another: its client holds less, or as much and was served
   * longer ago. The client's own are in the order of their urgency.
   */
  readonly isBefore: (one: Asker, other: Asker) => boolean;
}

/** A client, and how soon it wants what it waits for. */
export interface Asker {
  readonly client: string;
  readonly urgency: number;
}

/** RFC 9218's, from 0 to 7. */
export const DEFAULT_URGENCY = 3;

interface Entry {
  active: number;
  waiting: number;
  servedAt: number;
}

const NONE: Entry = { active: 0, waiting: 0, servedAt: 0 };

export function createClientLoads(): ClientLoads {
  const loads = new Map<string, Entry>();
  let served = 0;

  return {
    of: (client) => loads.get(client) ?? NONE,
    count(client, { active = 0, waiting = 0 }) {
      let load = loads.get(client);
      if (load === undefined) loads.set(client, (load = { ...NONE }));
      load.active += active;
      load.waiting += waiting;
      if (active > 0) load.servedAt = served += 1;
      if (load.active === 0 && load.waiting === 0) loads.delete(client);
    },
    isBefore(one, other) {
      if (one.client === other.client) return one.urgency < other.urgency;
      const [a, b] = [loads.get(one.client) ?? NONE, loads.get(other.client) ?? NONE];
      return a.active === b.active ? a.servedAt < b.servedAt : a.active < b.active;
    },
  };
}
