import { seededRandom } from "../support/random";
import type { Coverage } from "./coverage";
import { mutate } from "./mutate";
import type { FuzzTarget } from "./target";

/** An execution of 4 kB takes microseconds; a quadratic one shows long before this. */
const MAX_EXECUTION_MS = 250;
const MAX_FINDINGS = 5;

export interface Finding {
  input: Buffer;
  problem: string;
}

export interface FuzzResult {
  executions: number;
  /** Inputs that reached something new. */
  corpus: readonly Buffer[];
  findings: readonly Finding[];
}

/**
 * Mutates the seeds until `seconds` are over, and keeps inputs that reach a new counter, or a known
 * one more often than before.
 */
export async function fuzz(
  target: FuzzTarget,
  seeds: readonly Buffer[],
  coverage: Coverage,
  { seconds, seed }: { seconds: number; seed: number },
): Promise<FuzzResult> {
  const random = seededRandom(seed);
  const corpus: Buffer[] = [];
  const findings: Finding[] = [];
  let executions = 0;

  async function execute(input: Buffer): Promise<boolean> {
    executions += 1;
    const problem = await problemOf(target, input);
    if (problem !== null) {
      const isKnown = findings.some((finding) => finding.problem === problem);
      if (!isKnown) findings.push({ input, problem });
    }
    return coverage.takeNew() > 0;
  }

  coverage.reset();
  for (const input of seeds) {
    await execute(input);
    corpus.push(input);
  }
  const deadline = performance.now() + seconds * 1000;
  while (performance.now() < deadline && findings.length < MAX_FINDINGS) {
    const input = mutate(random.pick(corpus), { random, corpus, dictionary: target.dictionary });
    if (await execute(input)) corpus.push(input);
  }
  return { executions, corpus, findings };
}

export async function problemOf(target: FuzzTarget, input: Buffer): Promise<string | null> {
  try {
    const slow = await isSlow(target, input);
    // A busy machine stops a process now and then, but not three times.
    return slow && (await isSlow(target, input)) && (await isSlow(target, input)) ? "slow" : null;
  } catch (error) {
    return error instanceof Error ? `${error.name}: ${error.message.slice(0, 300)}` : String(error);
  }
}

async function isSlow(target: FuzzTarget, input: Buffer): Promise<boolean> {
  const { user: before } = process.cpuUsage();
  const done = target.run(Buffer.from(input));
  if (done instanceof Promise) await done;
  return process.cpuUsage().user - before > MAX_EXECUTION_MS * 1000;
}
