export interface ClientLoad {
  readonly active: number;
  readonly waiting: number;
}

export interface ClientLoads {
  of(client: string): ClientLoad;
  count(client: string, change: { active?: 1 | -1; waiting?: 1 | -1 }): void;
  /** Holds less, or as much and was served longer ago. */
  isLessServed(one: string, other: string): boolean;
}

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
    isLessServed(one, other) {
      const [a, b] = [loads.get(one) ?? NONE, loads.get(other) ?? NONE];
      return a.active === b.active ? a.servedAt < b.servedAt : a.active < b.active;
    },
  };
}
