import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ROOT } from "./support/databases";
import { startProgram } from "./support/programs";

const PER_SECOND = 50;
const MINUTES = 30;
/** Share of the run before the slope is measured, while caches fill and code is compiled. */
const WARM_UP = 1 / 3;
const SAMPLE_MS = 5_000;
const NO_LIMITS = "animesFull=1000000/60,signup=1000000/60,signin=1000000/60";

interface Sample {
  minutes: number;
  rssMb: number;
  files: number;
}

/**
 * Runs fifty mixed requests per second (pages, listing, search, suggestions, covers, list writes,
 * sign-ins) against the built server with the starter catalog, for half an hour or `--minutes=<n>`.
 * Reports growth of memory and open files, and failures. Linux only.
 */
export default async function soak(flags: ReadonlySet<string>): Promise<void> {
  if (!existsSync("/proc/self/fd"))
    return print("Skipped: this system has no /proc to read memory and files from.");
  if (!existsSync(join(ROOT, "build/server/index.js")))
    return print("Skipped: build first (npm run build).");
  const minutes = Number(
    [...flags].find((flag) => flag.startsWith("--minutes="))?.slice(10) ?? MINUTES,
  );
  const dataDir = mkdtempSync(join(tmpdir(), "akari-soak-"));
  const server = await startProgram(
    ["build/server/index.js"],
    { DATABASE_URL: "", DATA_DIR: dataDir, LOG_LEVEL: "error", RATE_LIMITS: NO_LIMITS },
    "/readyz",
  );
  try {
    const sendRequest = await createVisitor(server.url);
    const statuses = new Map<number, number>();
    const samples: Sample[] = [];
    const started = performance.now();
    const elapsed = () => (performance.now() - started) / 60_000;
    let sent = 0;
    let nextSample = 0;
    while (elapsed() < minutes) {
      for (; sent < elapsed() * 60 * PER_SECOND; sent += 1)
        void sendRequest(sent).then((status) =>
          statuses.set(status, (statuses.get(status) ?? 0) + 1),
        );
      if (performance.now() - started >= nextSample) {
        samples.push({ minutes: elapsed(), ...sampleProcess(server.pid) });
        nextSample += SAMPLE_MS;
      }
      await pause(20);
    }
    await pause(2_000);
    report(samples, statuses, minutes);
  } finally {
    await server.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

function report(
  samples: readonly Sample[],
  statuses: ReadonlyMap<number, number>,
  minutes: number,
): void {
  const warm = samples.filter((sample) => sample.minutes >= minutes * WARM_UP);
  const files = warm.map((sample) => sample.files);
  print(
    `${[...statuses.values()].reduce((sum, count) => sum + count, 0)} requests in ${minutes} min: ${[
      ...statuses,
    ]
      .sort()
      .map(([status, count]) => `${count} × ${status || "no answer"}`)
      .join(", ")}`,
  );
  print(
    `memory: ${warm[0]?.rssMb.toFixed(0)} MB after the warm-up, ${warm.at(-1)?.rssMb.toFixed(0)} MB at the end, slope ${slope(warm).toFixed(2)} MB/min`,
  );
  print(`open files: ${Math.min(...files)} to ${Math.max(...files)}, ${files.at(-1)} at the end`);
}

/** Megabytes per minute, by least squares. */
function slope(samples: readonly Sample[]): number {
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

function sampleProcess(pid: number): { rssMb: number; files: number } {
  const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return { rssMb: Number(rss) / 1024, files: readdirSync(`/proc/${pid}/fd`).length };
}

/**
 * Returns a function that sends the n-th request and resolves with its status; 0 without a
 * response.
 */
async function createVisitor(origin: string): Promise<(n: number) => Promise<number>> {
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
      if (response.status >= 500)
        print(
          `${n % kinds.length} ${response.url} ${response.status} ${(await response.clone().text()).slice(0, 150)}`,
        );
      await response.arrayBuffer();
      return response.status;
    } catch {
      return 0;
    }
  };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
