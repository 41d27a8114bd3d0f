/** A parser that meets strangers' bytes, with what must hold for every input. */
export interface FuzzTarget {
  /** Regular expressions of the paths whose counters guide the mutations. */
  instrumented: readonly string[];
  /** Words of the format. */
  dictionary: readonly string[];
  /** Throws for an unexpected error or a broken rule. */
  run(input: Buffer): void | Promise<void>;
}
