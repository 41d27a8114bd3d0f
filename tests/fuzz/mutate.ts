import type { Random } from "../support/random";

const MAX_INPUT_BYTES = 4_096;
const MAX_STEPS = 6;
const INTERESTING = [0, 1, 9, 10, 13, 32, 34, 44, 45, 47, 58, 59, 61, 92, 127, 128, 194, 239, 255];
const NUMBERS = ["0", "-1", "65536", "2147483648", "9007199254740993", "1e309", "00", "1.5"];

interface MutationOptions {
  random: Random;
  corpus: readonly Buffer[];
  dictionary: readonly string[];
}

/** Changes bytes, blocks, words of the format, and pieces of other inputs. */
export function mutate(input: Buffer, { random, corpus, dictionary }: MutationOptions): Buffer {
  let bytes = input;
  const place = () => random.below(bytes.length + 1);
  const block = (limit = 64) => {
    const start = place();
    return { start, end: Math.min(bytes.length, start + 1 + random.below(limit)) };
  };
  const replace = (start: number, end: number, part: Buffer) =>
    Buffer.concat([bytes.subarray(0, start), part, bytes.subarray(end)]);
  const insert = (text: string) => {
    const start = place();
    return replace(start, random.below(2) === 0 ? start : start + text.length, Buffer.from(text));
  };
  const steps: (() => Buffer)[] = [
    () => {
      const { start } = block(1);
      return replace(start, start + 1, Buffer.from([(bytes[start] ?? 0) ^ (1 << random.below(8))]));
    },
    () => {
      const start = place();
      return replace(start, start + random.below(2), Buffer.from([random.pick(INTERESTING)]));
    },
    () => {
      const { start, end } = block();
      return replace(start, end, Buffer.alloc(0));
    },
    () => {
      const { start, end } = block();
      const copy = bytes.subarray(start, end);
      return replace(start, start, Buffer.concat(Array<Buffer>(1 + random.below(20)).fill(copy)));
    },
    () => {
      const { start, end } = block();
      const to = place();
      return replace(to, to, bytes.subarray(start, end));
    },
    () => {
      const other = random.pick(corpus);
      const start = random.below(other.length + 1);
      const at = place();
      return replace(at, at, other.subarray(start, start + 1 + random.below(128)));
    },
    () => {
      const other = random.pick(corpus);
      return replace(place(), bytes.length, other.subarray(random.below(other.length + 1)));
    },
    () => insert(dictionary.length === 0 ? random.pick(NUMBERS) : random.pick(dictionary)),
    () => insert(dictionary.length === 0 ? random.pick(NUMBERS) : random.pick(dictionary)),
    () => insert(random.pick(NUMBERS)),
  ];
  for (let left = 1 + random.below(MAX_STEPS); left > 0; left -= 1) bytes = random.pick(steps)();
  return bytes.subarray(0, MAX_INPUT_BYTES);
}
