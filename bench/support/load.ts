import { execFile } from "node:child_process";
import { Agent, request } from "node:http";
import { join } from "node:path";
import { promisify } from "node:util";
import { ROOT } from "./databases";
import { readCpuMicros, type Program } from "./programs";

export interface LoadResult {
  perSecond: number;
  /** Hardly affected by other load; null where it cannot be read. */
  microsEach: number | null;
  p50: number;
  p99: number;
}

interface Load {
  paths: readonly string[];
  seconds: number;
  connections: number;
  headers: Record<string, string>;
}

const run = promisify(execFile);

/** Loads from another process. Throws on any status other than 2xx. */
export async function runLoad({ url, pid }: Program, load: Load): Promise<LoadResult> {
  const before = readCpuMicros(pid);
  const { stdout } = await run(process.execPath, [
    join(ROOT, "bench/servers/load.mjs"),
    JSON.stringify({ url, ...load }),
  ]);
  const after = readCpuMicros(pid);
  const { requests, perSecond, failed, p50, p99 } = JSON.parse(stdout) as {
    requests: number;
    perSecond: number;
    failed: number;
    p50: number;
    p99: number;
  };
  if (failed > 0 || requests === 0)
    throw new Error(`${failed} of the requests to ${url} failed, ${requests} did not`);
  return {
    perSecond,
    microsEach: before === null || after === null ? null : (after - before) / requests,
    p50,
    p99,
  };
}

const ownAgent = new Agent({ keepAlive: true, maxSockets: 1 });
/** Milliseconds to the last byte. Throws on any status other than 2xx. */
export function timeRequest(
  url: string,
  headers: Record<string, string> = {},
  agent = ownAgent,
): Promise<number> {
  return new Promise((resolve, reject) => {
    const started = performance.now();
    request(url, { agent, headers }, (response) => {
      response.on("error", reject);
      response.on("end", () => {
        const elapsed = performance.now() - started;
        if (
          response.statusCode !== undefined &&
          response.statusCode >= 200 &&
          response.statusCode < 300
        )
          resolve(elapsed);
        else reject(new Error(`${url} responded with ${response.statusCode ?? "nothing"}`));
      });
      response.resume();
    })
      .on("error", reject)
      .end();
  });
}
