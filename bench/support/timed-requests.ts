import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { brotliDecompressSync } from "node:zlib";
import { readChildrenCpuMicros, readCpuMicros } from "./programs";
import { percentile } from "./percentiles";
import { ms } from "./tables";
import type { Client } from "./user";

const agent = new Agent({ keepAlive: true });

const ROUNDS = 100;
const WARM_UP_ROUNDS = 10;

/** A request is timed in this many different rounds by default. */
export const ALL_ROUNDS = ROUNDS + WARM_UP_ROUNDS;

/** A client and the process of its database, for the processor time. */
export type TimedClient = Client & { postmaster: number };

export interface TimedRequest {
  name: string;
  /** Milliseconds of p95 that the project aims for. */
  aim: number | null;
  rounds?: number;
  request: (round: number) => { method?: string; path: string; body?: unknown };
}

export const TIMED_COLUMNS = ["request", "p50 ms", "p95 ms", "aim", "CPU ms", "Postgres", "kB"];

/** Rounds of each kind of request, so that the first one measured does not pay for compilation. */
const COMPILE_ROUNDS = 40;

/** Sends all kinds before the first is measured, except those with their own number of rounds. */
export async function warmUp(client: Client, measured: readonly TimedRequest[]): Promise<void> {
  for (const { rounds, request: requestOf } of measured)
    for (let round = 0; rounds === undefined && round < COMPILE_ROUNDS; round += 1)
      await send(client, requestOf(round));
}

/** One after the other; without warming up if the request has its own number of rounds. */
export async function timeRequest(
  client: TimedClient,
  { name, aim, rounds = ROUNDS, request: requestOf }: TimedRequest,
): Promise<(string | number)[]> {
  const warmUp = rounds === ROUNDS ? WARM_UP_ROUNDS : 0;
  const times: number[] = [];
  let bytes = 0;
  const readCpu = () => [
    readCpuMicros(client.server.pid) ?? 0,
    readChildrenCpuMicros(client.postmaster) ?? 0,
  ];
  let before = readCpu();
  for (let round = 0; round < warmUp + rounds; round += 1) {
    if (round === warmUp) before = readCpu();
    const { took, size } = await send(client, requestOf(round));
    if (round >= warmUp) times.push(took);
    if (round === warmUp + rounds - 1) bytes = size();
  }
  const spent = readCpu().map((micros, index) => (micros - (before[index] ?? 0)) / 1000 / rounds);
  return [
    name,
    ms(percentile(times, 50)),
    ms(percentile(times, 95)),
    aim ?? "",
    ...spent.map(ms),
    Math.round(bytes / 1000),
  ];
}

/** `took` is until the last byte, still compressed; `size` is what was compressed. */
export async function send(
  { server, cookie }: Client,
  { method = "GET", path, body }: ReturnType<TimedRequest["request"]>,
): Promise<{ took: number; size: () => number }> {
  const started = performance.now();
  const outgoing = request(server.url + path, {
    method,
    agent,
    headers: {
      cookie,
      // Browsers send this over HTTPS.
      "accept-encoding": "gzip, deflate, br",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
  });
  outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  const [response] = (await once(outgoing, "response")) as [IncomingMessage];
  const bytes = await buffer(response);
  const took = performance.now() - started;
  const { statusCode = 0, headers } = response;
  if (statusCode < 200 || statusCode > 299) throw new Error(`${path} responded ${statusCode}`);
  const isCoded = headers["content-encoding"] === "br";
  return { took, size: () => (isCoded ? brotliDecompressSync(bytes) : bytes).byteLength };
}
