/** A parser of untrusted bytes, with what must hold for every input. */
export interface FuzzTarget {
  instrumented: readonly string[];
  dictionary: readonly string[];
  /** Throws for an unexpected error or a broken rule. */
  run(input: Buffer): void | Promise<void>;
}
