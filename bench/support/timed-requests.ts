import { readChildrenCpuMicros, readCpuMicros } from "./programs";
import { ms, percentile } from "./tables";
import type { Client } from "./user";

const ROUNDS = 100;
const WARM_UP_ROUNDS = 10;

/** As many different rounds as a request is timed in by default. */
export const ALL_ROUNDS = ROUNDS + WARM_UP_ROUNDS;

/** Of the server that the database is in, for its processor time. */
export type TimedClient = Client & { postmaster: number };

export interface TimedRequest {
  name: string;
  /** Milliseconds of p95 that the project aims for. */
  aim: number | null;
  rounds?: number;
  request: (round: number) => { method?: string; path: string; body?: unknown };
}

export const TIMED_COLUMNS = ["request", "p50 ms", "p95 ms", "aim", "CPU ms", "Postgres", "kB"];

/** One after the other; without warming up if the request has its own number of rounds. */
export async function timeRequest(
  client: TimedClient,
  { name, aim, rounds = ROUNDS, request }: TimedRequest,
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
    const { took, size } = await send(client, request(round));
    bytes = size;
    if (round >= warmUp) times.push(took);
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

export async function send(
  { server, cookie }: Client,
  { method = "GET", path, body }: ReturnType<TimedRequest["request"]>,
): Promise<{ took: number; size: number }> {
  const started = performance.now();
  const response = await fetch(server.url + path, {
    method,
    headers: {
      cookie,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const size = (await response.arrayBuffer()).byteLength;
  if (!response.ok) throw new Error(`${path} responded ${response.status}`);
  return { took: performance.now() - started, size };
}
