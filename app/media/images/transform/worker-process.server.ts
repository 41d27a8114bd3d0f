import { spawn } from "node:child_process";
import { Socket } from "node:net";
import { z } from "zod";
import type { Area } from "./output-size.mjs";

/** What a transform should make of a source. */
export interface TransformTask {
  readonly format: "webp" | "avif";
  /** 1 to 100. */
  readonly quality: number;
  /** The most pixels across; 0 for the source's own width. */
  readonly width: number;
  /** Cuts to these proportions, at most this large: out of the area if one is named, or else the middle of the whole. */
  readonly crop: { readonly width: number; readonly height: number; readonly area?: Area } | null;
  /** Also describes the picture by its dominant colour and a tiny picture. */
  readonly placeholder: boolean;
}

const answerSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("done"),
    width: z.number(),
    height: z.number(),
    color: z.string().optional(),
    placeholder: z.string().optional(),
    rss: z.number(),
  }),
  z.object({ kind: z.literal("refused"), reason: z.string(), rss: z.number() }),
  z.object({ kind: z.literal("heavy"), rss: z.number() }),
]);

export type WorkerAnswer = z.output<typeof answerSchema> & { body: Buffer };

/** One process that transforms images, one at a time. */
export interface WorkerProcess {
  /** Rejects when the process ends before it has answered. */
  run(
    task: TransformTask & { light: boolean },
    source: readonly Uint8Array[],
  ): Promise<WorkerAnswer>;
  /** Ends the process at once, whatever it is doing. */
  kill(): void;
}

/** Starts a worker from its file. `onEnd` is told when the process is gone, for whatever reason. */
export function startWorkerProcess(file: string, onEnd: () => void): WorkerProcess {
  // Two arenas: with one for each thread, freed memory of large images stays with the process. Nothing of our environment is passed on.
  const child = spawn(process.execPath, ["--max-old-space-size=128", file], {
    stdio: ["pipe", "pipe", "ignore"],
    env: { MALLOC_ARENA_MAX: "2" },
  });
  let waiting: { resolve: (answer: WorkerAnswer) => void; reject: (error: Error) => void } | null =
    null;
  let chunks: Buffer[] = [];
  let received = 0;

  const end = (error: Error): void => {
    waiting?.reject(error);
    waiting = null;
  };
  child.once("error", (error) => {
    end(error);
    onEnd();
  });
  child.once("exit", (code, signal) => {
    end(new Error(`The image worker ended (${signal ?? code ?? "unknown"}).`));
    onEnd();
  });
  // It ends with its input; it is no reason for our own process to go on.
  child.unref();
  for (const pipe of [child.stdin, child.stdout]) if (pipe instanceof Socket) pipe.unref();
  child.stdin.on("error", () => undefined);
  child.stdout.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    received += chunk.length;
    try {
      const answer = completeAnswer(chunks, received);
      if (answer === null) return;
      chunks = [];
      received = 0;
      waiting?.resolve(answer);
      waiting = null;
    } catch (error) {
      // A decoder may have been taken over by what it decoded: what makes no sense ends the process, and only that one.
      end(new Error("The image worker answered nonsense.", { cause: error }));
      child.kill("SIGKILL");
    }
  });

  return {
    run: (task, source) =>
      new Promise((resolve, reject) => {
        waiting = { resolve, reject };
        const head = Buffer.from(JSON.stringify(task));
        const lengths = Buffer.alloc(8);
        lengths.writeUInt32BE(head.length, 0);
        lengths.writeUInt32BE(
          source.reduce((sum, { byteLength }) => sum + byteLength, 0),
          4,
        );
        child.stdin.cork();
        for (const part of [lengths, head, ...source]) child.stdin.write(part);
        child.stdin.uncork();
      }),
    kill: () => void child.kill("SIGKILL"),
  };
}

/** More than the largest answer within the limits takes: 16 megapixels of noise at the best quality. */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/** The answer, once all of its bytes are there. Throws for what is none. */
function completeAnswer(chunks: Buffer[], received: number): WorkerAnswer | null {
  if (received < 8) return null;
  if ((chunks[0]?.length ?? 0) < 8) chunks.splice(0, chunks.length, Buffer.concat(chunks));
  const [first] = chunks;
  if (first === undefined) return null;
  const head = first.readUInt32BE(0);
  const end = 8 + head + first.readUInt32BE(4);
  if (end > MAX_ANSWER_BYTES) throw new Error(`an answer of ${end} bytes`);
  if (received < end) return null;
  const bytes = Buffer.concat(chunks);
  return {
    ...answerSchema.parse(JSON.parse(bytes.subarray(8, 8 + head).toString())),
    body: bytes.subarray(8 + head, end),
  };
}
