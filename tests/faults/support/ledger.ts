/**
 * The acknowledged writes of a site. A key has its last acknowledged value and those of later
 * writes whose outcome is unknown: one of them must be found. Null stands for absence.
 */
export class Ledger {
  acknowledged = 0;
  readonly #possible = new Map<string, Set<string | null>>();
  readonly #touched = new Set<string>();

  /** Call the returned function when the write is acknowledged. */
  attempt(key: string, value: string | null): () => void {
    const possible = this.#possible.get(key) ?? new Set([null]);
    this.#possible.set(key, possible.add(value));
    this.#touched.add(key);
    return () => {
      this.acknowledged += 1;
      this.#possible.set(key, new Set([value]));
    };
  }

  takeTouched(): string[] {
    const keys = [...this.#touched];
    this.#touched.clear();
    return keys;
  }

  keys(): string[] {
    return [...this.#possible.keys()];
  }

  /** Stores the found value, and returns how it contradicts the acknowledged ones, or null. */
  settle(key: string, found: string | null): string | null {
    const possible = this.#possible.get(key) ?? new Set([null]);
    this.#possible.set(key, new Set([found]));
    return possible.has(found)
      ? null
      : `${key} is ${found ?? "absent"}, but ${[...possible].map((value) => value ?? "absent").join(" or ")} was promised`;
  }
}
