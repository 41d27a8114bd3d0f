import { spawn } from "node:child_process";
import { Socket } from "node:net";
import { z } from "zod";
import type { Area } from "./output-size.mjs";

export interface TransformTask {
  readonly format: "webp" | "avif";
  readonly quality: number;
  /** Pixels at most; 0 keeps the source's. */
  readonly width: number;
  /** Crops from the area or center, in these proportions and at this size at most. */
  readonly crop: { readonly width: number; readonly height: number; readonly area?: Area } | null;
  readonly placeholder: boolean;
}

const responseSchema = z.discriminatedUnion("kind", [
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

export type WorkerResponse = z.output<typeof responseSchema> & { body: Buffer };

export interface WorkerProcess {
  /** Runs a task. Rejects when the process ends first. */
  run(
    task: TransformTask & { light: boolean },
    source: readonly Uint8Array[],
  ): Promise<WorkerResponse>;
  kill(): void;
}

export function startWorkerProcess(file: string, onEnd: () => void): WorkerProcess {
  // Arenas per thread would keep large images' memory. No other variables.
  const child = spawn(process.execPath, ["--max-old-space-size=128", file], {
    stdio: ["pipe", "pipe", "ignore"],
    env: { MALLOC_ARENA_MAX: "2" },
  });
  let waiting: {
    resolve: (response: WorkerResponse) => void;
    reject: (error: Error) => void;
  } | null = null;
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
  child.unref();
  for (const pipe of [child.stdin, child.stdout]) if (pipe instanceof Socket) pipe.unref();
  child.stdin.on("error", () => undefined);
  child.stdout.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    received += chunk.length;
    try {
      const response = parseResponse(chunks, received);
      if (response === null) return;
      chunks = [];
      received = 0;
      waiting?.resolve(response);
      waiting = null;
    } catch (error) {
      // The image may have compromised the decoder.
      end(new Error("The image worker sent an invalid response.", { cause: error }));
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

/** The limit is above 16 megapixels of noise at full quality. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024;

function parseResponse(chunks: Buffer[], received: number): WorkerResponse | null {
  if (received < 8) return null;
  if ((chunks[0]?.length ?? 0) < 8) chunks.splice(0, chunks.length, Buffer.concat(chunks));
  const [first] = chunks;
  if (first === undefined) return null;
  const head = first.readUInt32BE(0);
  const end = 8 + head + first.readUInt32BE(4);
  if (end > MAX_RESPONSE_BYTES) throw new Error(`a response of ${end} bytes`);
  if (received < end) return null;
  const bytes = Buffer.concat(chunks);
  return {
    ...responseSchema.parse(JSON.parse(bytes.subarray(8, 8 + head).toString())),
    body: bytes.subarray(8 + head, end),
  };
}
