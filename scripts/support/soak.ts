import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { startBuiltServer } from "./built-server";
import { createDataDir, removeDataDir } from "./data-dir";

const PER_SECOND = 50;
/** A slow machine gets fewer requests per second, not a queue that ends in 503. */
const MAX_PENDING = 16;
/** Share of the run before growth is measured, while caches fill and code is compiled. */
const WARM_UP = 1 / 3;
const SAMPLE_MS = 5_000;
const NO_LIMITS = "animesFull=1000000/60,signup=1000000/60,signin=1000000/60";

/** The memory and open files of a process at a time of a run. */
export interface ProcessSample {
  minutes: number;
  rssMb: number;
  files: number;
}

export interface SoakResult {
  /** Requests by status; 0 for those without a response. */
  statuses: ReadonlyMap<number, number>;
  /** Path, status and the body's beginning. */
  failures: readonly string[];
  warm: readonly ProcessSample[];
  /** Megabytes per minute after the warm-up, by least squares. */
  slopeMb: number;
}

/**
 * Sends up to fifty mixed requests per second to the built server with the starter catalog. Needs
 * Linux.
 */
export async function soak(minutes: number): Promise<SoakResult> {
  const dataDir = createDataDir();
  const server = await startBuiltServer(
    {
      DATA_DIR: dataDir,
      LOG_LEVEL: "error",
      NODE_ENV: "production",
      RATE_LIMITS: NO_LIMITS,
    },
    "build/server/index.js",
  );
  try {
    await server.ready;
    const failures: string[] = [];
    const sendRequest = await createVisitor(server.url, failures);
    const statuses = new Map<number, number>();
    const samples: ProcessSample[] = [];
    const pending = new Set<Promise<void>>();
    const started = performance.now();
    const elapsed = () => (performance.now() - started) / 60_000;
    let sent = 0;
    let nextSample = 0;
    while (elapsed() < minutes) {
      for (; sent < elapsed() * 60 * PER_SECOND && pending.size < MAX_PENDING; sent += 1) {
        const request = sendRequest(sent).then((status) => {
          statuses.set(status, (statuses.get(status) ?? 0) + 1);
          pending.delete(request);
        });
        pending.add(request);
      }
      if (performance.now() - started >= nextSample) {
        samples.push({ minutes: elapsed(), ...sampleProcess(server.pid) });
        nextSample += SAMPLE_MS;
      }
      await pause(20);
    }
    await Promise.all(pending);
    samples.push({ minutes: elapsed(), ...sampleProcess(server.pid) });
    const warm = samples.filter((sample) => sample.minutes >= minutes * WARM_UP);
    return { statuses, failures, warm, slopeMb: slope(warm) };
  } finally {
    server.signal("SIGTERM");
    await server.exited;
    await removeDataDir(dataDir);
  }
}

/** Megabytes per minute, by least squares. */
export function slope(samples: readonly ProcessSample[]): number {
  const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  const [x, y] = [
    mean(samples.map((sample) => sample.minutes)),
    mean(samples.map((sample) => sample.rssMb)),
  ];
  return (
    samples.reduce((sum, sample) => sum + (sample.minutes - x) * (sample.rssMb - y), 0) /
    samples.reduce((sum, sample) => sum + (sample.minutes - x) ** 2, 0)
  );
}

/** Reads /proc. */
export function sampleProcess(pid: number): { rssMb: number; files: number } {
  const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { rssMb: Number(rss) / 1024, files: readdirSync(`/proc/${pid}/fd`).length };
}

/** Sends the n-th request and resolves with its status, 0 without a response. */
async function createVisitor(
  origin: string,
  failures: string[],
): Promise<(n: number) => Promise<number>> {
  const user = { username: "soaker", email: "soaker@example.org", password: "S0ak!ing-for-long" };
  const send = (path: string, body: unknown, cookie = "") =>
    fetch(origin + path, {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json", ...(cookie === "" ? {} : { cookie }) },
    });
  const cookie =
    (await send("/api/auth/signup", user)).headers.getSetCookie()[0]?.split(";")[0] ?? "";
  const { data } = (await (await fetch(`${origin}/api/animes/full?limit_count=500`)).json()) as {
    data: { mal_id: number; title: string }[];
  };
  const title = (n: number) => data[(n * 31) % data.length] ?? { mal_id: 1, title: "" };
  const kinds: ((n: number) => Promise<Response>)[] = [
    () => fetch(origin),
    (n) => fetch(`${origin}/browse?page=${1 + (n % 15)}`),
    (n) => fetch(`${origin}/anime/${title(n).mal_id}`),
    (n) => fetch(`${origin}/watch/${title(n).mal_id}/1`),
    () => fetch(`${origin}/list`, { headers: { cookie } }),
    (n) => fetch(`${origin}/api/animes/full?score_min=${(n % 100) / 10}&page=${1 + (n % 7)}`),
    (n) =>
      fetch(
        `${origin}/api/animes/full?search_query=${encodeURIComponent(title(n).title.slice(0, 4 + (n % 12)))}`,
      ),
    (n) =>
      fetch(`${origin}/api/animes/suggest?q=${encodeURIComponent(title(n).title.slice(0, 3))}`),
    (n) => fetch(`${origin}/api/animes/similar?id=${title(n).mal_id}`),
    (n) => fetch(`${origin}/media/cover/${title(n).mal_id}/240.webp`),
    (n) => send("/api/user/watchList", { animeId: title(n).mal_id, type: "Watching" }, cookie),
    (n) =>
      n % 10 === 0
        ? send("/api/auth/signin", user)
        : fetch(`${origin}/api/user/profile`, { headers: { cookie } }),
  ];
  return async (n) => {
    try {
      const response = await (kinds[n % kinds.length] ?? kinds[0]!)(n);
      const body = await response.text();
      if (response.status >= 500)
        failures.push(`${response.url} ${response.status} ${body.slice(0, 150)}`);
      return response.status;
    } catch (error) {
      const cause = (error as Error).cause;
      failures.push(`${n % kinds.length}: ${String(cause ?? error)}`);
      return 0;
    }
  };
}
