import { setMaxListeners } from "node:events";
import { existsSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { defaultCacheMegabytes } from "~/config/cache-memory";
import { sampleProcess, slope, type ProcessSample } from "../scripts/support/soak";
import { benchDatabases, hasFullCatalog, type BenchDatabase } from "./support/databases";
import { printCaches } from "./support/cache-table";
import { createMember, type Answer } from "./support/household-member";
import { percentile } from "./support/percentiles";
import { startBuiltServer } from "./support/programs";
import { ms, printTable } from "./support/tables";

const USERS = 50;
const MINUTES = 60;
/** The memory of the machine that the run stands for. */
const MACHINE_MB = 1024;
const SAMPLE_MS = 10_000;
/** Share of the run before growth is measured, while caches fill and code is compiled. */
const WARM_UP = 1 / 4;
const MB = 1024 ** 2;

/**
 * Fifty people for an hour or `--minutes=<n>`, who look around, search, keep lists and watch. Fails
 * when the process ends, a request fails, or its memory passes that of a machine with 1 GB.
 */
export default async function household(flags: ReadonlySet<string>): Promise<void> {
  if (!existsSync("/proc/self/fd"))
    return print("Skipped: this system has no /proc to read memory and files from.");
  if (!hasFullCatalog()) return;
  const minutes = Number(
    [...flags].find((flag) => flag.startsWith("--minutes="))?.slice(10) ?? MINUTES,
  );
  const databases = await benchDatabases();
  try {
    // Imports the catalog where that has not been done.
    await databases.open();
    await databases.withCopy(async (copy) => {
      const popular = await choosePopular(copy, 300);
      const server = await startBuiltServer({
        ...copy.env,
        CACHE_MB: process.env.CACHE_MB ?? String(defaultCacheMegabytes(MACHINE_MB * MB)),
        CLIENT_LIMITS: "pages=64",
      });
      try {
        const answers: Answer[] = [];
        const members = await Promise.all(
          Array.from({ length: USERS }, (_, n) =>
            createMember(server, {
              n,
              titles: popular,
              onAnswer: (answer) => answers.push(answer),
            }),
          ),
        );
        const ending = new AbortController();
        setMaxListeners(0, ending.signal);
        const evening = Promise.all(members.map((member) => member.spendTime(ending.signal)));
        const samples = await watchProcess(server.pid, minutes);
        ending.abort();
        await evening;
        await printCaches(server);
        report(answers, samples, minutes);
      } finally {
        await server.stop();
      }
    });
  } finally {
    await databases.close();
  }
}

/** The most popular titles, whose covers are drawn, so that no other server is asked. */
async function choosePopular({ client: { sql } }: BenchDatabase, count: number) {
  const popular = await sql<{ mal_id: number; title: string }[]>`
    SELECT mal_id, title FROM animes WHERE popularity IS NOT NULL AND status <> 'Not yet aired'
    ORDER BY popularity LIMIT ${count}`;
  await sql`
    UPDATE animes SET image_url = NULL, image_webp = NULL, image_small_webp = NULL, image_large_webp = NULL
    WHERE mal_id = ANY(string_to_array(${popular.map(({ mal_id }) => mal_id).join()}, ',')::int[])`;
  return popular;
}

async function watchProcess(pid: number, minutes: number): Promise<ProcessSample[]> {
  const samples: ProcessSample[] = [];
  const started = performance.now();
  for (let at = 0; at <= minutes * 60_000; at = performance.now() - started) {
    samples.push({ minutes: at / 60_000, ...sampleProcess(pid) });
    await pause(SAMPLE_MS);
  }
  return samples;
}

function report(
  answers: readonly Answer[],
  samples: readonly ProcessSample[],
  minutes: number,
): void {
  const kinds = [...new Set(answers.map(({ kind }) => kind))].sort();
  printTable(
    ["request", "count", "p50 ms", "p99 ms", "failed"],
    kinds.map((kind) => {
      const some = answers.filter((answer) => answer.kind === kind);
      const times = some.map(({ took }) => took);
      return [
        kind,
        some.length,
        ms(percentile(times, 50)),
        ms(percentile(times, 99)),
        some.filter(({ status }) => isFailure(status)).length,
      ];
    }),
  );
  const warm = samples.filter((sample) => sample.minutes >= minutes * WARM_UP);
  const [first, last] = [warm[0], warm.at(-1)];
  const most = Math.max(...samples.map(({ rssMb }) => rssMb));
  print(
    `${USERS} people, ${minutes} min, ${answers.length} requests; memory ${first?.rssMb.toFixed(0)} MB after the warm-up, ${last?.rssMb.toFixed(0)} MB at the end, ${most.toFixed(0)} MB at most, slope ${slope(warm).toFixed(2)} MB/min; open files ${first?.files} to ${last?.files}`,
  );
  const failed = answers.filter(({ status }) => isFailure(status));
  for (const { kind, status, path } of failed.slice(0, 20)) print(`${kind}: ${path} ${status}`);
  if (failed.length > 0) throw new Error(`${failed.length} requests failed`);
  if (most > MACHINE_MB) throw new Error(`The process took ${most.toFixed(0)} MB`);
}

/** No response, or one that says that the site could not serve it. */
function isFailure(status: number): boolean {
  return status === 0 || status >= 400;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
