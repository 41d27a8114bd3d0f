import { Agent, get } from "node:http";

export interface WatchResult {
  bytes: number;
  requests: number;
  failures: number;
  firstByteMs: number[];
  seconds: number;
}

/** Viewers repeat a request on their own connections until the time is up. */
export async function watch(
  url: string,
  {
    viewers,
    seconds,
    headers = {},
  }: { viewers: number; seconds: number; headers?: Record<string, string> },
): Promise<WatchResult> {
  const agent = new Agent({ keepAlive: true, maxSockets: viewers });
  const result: WatchResult = { bytes: 0, requests: 0, failures: 0, firstByteMs: [], seconds: 0 };
  const started = performance.now();
  const until = started + seconds * 1000;
  await Promise.all(
    Array.from({ length: viewers }, async () => {
      while (performance.now() < until) await requestOnce(url, agent, headers, result);
    }),
  );
  agent.destroy();
  result.seconds = (performance.now() - started) / 1000;
  result.firstByteMs.sort((one, other) => one - other);
  return result;
}

function requestOnce(
  url: string,
  agent: Agent,
  headers: Record<string, string>,
  result: WatchResult,
): Promise<void> {
  return new Promise((resolve) => {
    const sentAt = performance.now();
    let isFirst = true;
    const failed = () => {
      result.failures += 1;
      resolve();
    };
    get(url, { agent, headers }, (response) => {
      response.on("data", (chunk: Buffer) => {
        if (isFirst) result.firstByteMs.push(performance.now() - sentAt);
        isFirst = false;
        result.bytes += chunk.length;
      });
      response.on("end", () => {
        if (response.statusCode !== 200 && response.statusCode !== 206) return failed();
        result.requests += 1;
        resolve();
      });
      response.on("error", failed);
    }).on("error", failed);
  });
}
