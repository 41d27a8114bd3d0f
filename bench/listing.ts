import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { parseListing } from "~/features/listing/parse-listing.server";
import { listAnimeJson } from "~/features/listing/list-anime.server";
import { benchDatabases, hasFullCatalog, type BenchDatabase } from "./support/databases";
import { listingStatement } from "./support/listing-statement";
import { runLoad, timeRequest, type LoadResult } from "./support/load";
import { startBuiltServer, startProgram, type Program } from "./support/programs";
import { distinctListings, typicalListings } from "./support/listing-urls";
import { recordCost } from "./support/results";
import { median, percentile } from "./support/percentiles";
import { ms, printTable } from "./support/tables";

const ROUNDS = 5;
const SECONDS = 2;
const CONNECTIONS = 32;
const HEADERS = { "accept-encoding": "br" };
const UNCACHED = 400;
const DEPTH_ROUNDS = 12;

/** Measures lists, cached and uncached, against a bare server and fastify. */
export default async function listing(): Promise<void> {
  if (!hasFullCatalog()) return;
  const databases = await benchDatabases();
  try {
    const full = await databases.open();
    await withServers(full, async (servers) => {
      await measureCached(servers);
      await measureUncached(servers, full);
    });
    await measureDepth(full);
  } finally {
    await databases.close();
  }
}

interface Servers {
  ours: Program;
  bare: Program;
  fastify: Program;
}

async function withServers(
  { env }: BenchDatabase,
  work: (servers: Servers) => Promise<void>,
): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "akari-bench-"));
  const started: Program[] = [];
  const start = async (program: Promise<Program>): Promise<Program> => {
    const running = await program;
    started.push(running);
    return running;
  };
  try {
    const ours = await start(startBuiltServer(env));
    const responses = join(folder, "responses.json");
    writeFileSync(responses, JSON.stringify(await captureResponses(ours)));
    const [first = "/"] = typicalListings();
    await work({
      ours,
      bare: await start(startProgram(["bench/servers/bare.mjs"], { RESPONSES: responses }, first)),
      fastify: await start(
        startProgram(["--import", "tsx", "bench/servers/fastify.ts"], env, first),
      ),
    });
  } finally {
    await Promise.all(started.map((program) => program.stop()));
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Headers that the bare server sends by itself. */
const OWN_HEADERS = new Set(["connection", "keep-alive", "date", "transfer-encoding"]);

async function captureResponses({ url }: Program) {
  const captured: Record<string, { headers: object; body: string }> = {};
  for (const path of typicalListings()) {
    const sent = await once(get(url + path, { headers: HEADERS }), "response");
    const [response] = sent as [IncomingMessage];
    const headers = Object.entries(response.headers).filter(([name]) => !OWN_HEADERS.has(name));
    const body = (await buffer(response)).toString("base64");
    captured[path] = { headers: Object.fromEntries(headers), body };
  }
  return captured;
}

async function measureCached({ ours, bare }: Servers): Promise<void> {
  const [all, one] = [typicalListings(), typicalListings().slice(0, 1)];
  const contestants: [string, Program, readonly string[], Record<string, string>?][] = [
    ["ours, cached, 1 URL", ours, one],
    ["bare node:http, same bytes, 1 URL", bare, one],
    ["ours, cached, 40 URLs", ours, all],
    ["bare node:http, same bytes, 40 URLs", bare, all],
    ["ours, cached, 40 URLs, uncompressed", ours, all, {}],
  ];
  const results = new Map<string, LoadResult[]>(contestants.map(([name]) => [name, []]));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, program, paths, headers = HEADERS] of contestants) {
      const result = await runLoad(program, {
        paths,
        seconds: round === 0 ? 1 : SECONDS,
        connections: CONNECTIONS,
        headers,
      });
      // The first round is a warm-up.
      if (round > 0) results.get(name)?.push(result);
    }
  }
  const microsOf = (name: string) => (results.get(name) ?? []).map(({ microsEach }) => microsEach);
  const of = (name: string) => {
    const rounds = results.get(name) ?? [];
    const micros = microsOf(name).filter((value) => value !== null);
    return {
      perSecond: median(rounds.map(({ perSecond }) => perSecond)),
      micros: micros.length === 0 ? null : median(micros),
      p50: median(rounds.map(({ p50 }) => p50)),
      p99: median(rounds.map(({ p99 }) => p99)),
    };
  };
  process.stdout.write(
    `\nCached, ${CONNECTIONS} connections, brotli unless said otherwise, medians of ${ROUNDS} rounds of ${SECONDS} s in turn:\n\n`,
  );
  printTable(
    ["server", "requests/s", "processor µs/request", "p50 ms", "p99 ms"],
    contestants.map(([name]) => {
      const { perSecond, micros, p50, p99 } = of(name);
      return [name, Math.round(perSecond), micros === null ? "?" : micros.toFixed(1), p50, p99];
    }),
  );
  const references = microsOf("bare node:http, same bytes, 40 URLs");
  for (const [name, program] of contestants)
    if (program === ours) recordCost(`listing: ${name}`, microsOf(name), references);
  const ratio = (name: string, other: string, aim: string): (string | number)[] => {
    const [a, b] = [of(name), of(other)];
    return [
      `${name} ÷ ${other}`,
      (a.perSecond / b.perSecond).toFixed(2),
      a.micros === null || b.micros === null ? "?" : (b.micros / a.micros).toFixed(2),
      aim,
    ];
  };
  printTable(
    ["ratio", "by requests/s", "by processor time", "aim"],
    [
      ratio("ours, cached, 1 URL", "bare node:http, same bytes, 1 URL", "≥ 0.5"),
      ratio("ours, cached, 40 URLs", "bare node:http, same bytes, 40 URLs", "≥ 0.5"),
    ],
  );
}

async function measureUncached(
  { ours, fastify }: Servers,
  { client }: BenchDatabase,
): Promise<void> {
  const times: Record<"ours" | "sql" | "fastify", number[]> = { ours: [], sql: [], fastify: [] };
  const contestants = ["ours", "sql", "fastify"] as const;
  const measure = async (
    contestant: (typeof contestants)[number],
    path: string,
  ): Promise<number> => {
    if (contestant === "ours") return timeRequest(ours.url + path);
    if (contestant === "fastify") return timeRequest(fastify.url + path);
    const { text, parameters } = await listingStatement(
      parseListing(new URL(path, "http://localhost").searchParams),
    );
    const started = performance.now();
    await client.withConnection((sql) => sql.unsafe(text, parameters));
    return performance.now() - started;
  };
  const paths = distinctListings(UNCACHED + 60);
  for (const [index, path] of paths.entries()) {
    // The first request warms database pages for the next contestant, so the order rotates.
    for (let offset = 0; offset < contestants.length; offset += 1) {
      const contestant = contestants[(index + offset) % contestants.length] ?? "ours";
      const elapsed = await measure(contestant, path);
      if (index >= paths.length - UNCACHED) times[contestant].push(elapsed);
    }
  }
  process.stdout.write(
    `Uncached, ${UNCACHED} listings that differ, one after the other, contestants in turn:\n\n`,
  );
  const row = (name: string, values: number[]) => [
    name,
    ...[50, 95].map((share) => ms(percentile(values, share))),
  ];
  printTable(
    ["", "p50 ms", "p95 ms"],
    [
      row("ours, over HTTP", times.ours),
      row("the same SQL through postgres.js alone", times.sql),
      row("fastify + postgres.js, over HTTP", times.fastify),
    ],
  );
  const p95 = (values: number[]) => percentile(values, 95);
  printTable(
    ["ratio of p95", "", "aim"],
    [
      ["ours ÷ SQL alone", (p95(times.ours) / p95(times.sql)).toFixed(2), "≤ 1.5"],
      ["ours ÷ fastify", (p95(times.ours) / p95(times.fastify)).toFixed(2), "≤ 1"],
    ],
  );
}

/** Page 1 and deep pages of each order, without HTTP. */
async function measureDepth({ client }: BenchDatabase): Promise<void> {
  const times = new Map([1, 450, 900].map((page): [number, number[]] => [page, []]));
  for (let round = 0; round < DEPTH_ROUNDS; round += 1) {
    for (const order of ["score", "title", "title_asc", "popularity", "newest"]) {
      for (const [page, list] of times) {
        const query = parseListing(new URLSearchParams({ order_by: order, page: String(page) }));
        const started = performance.now();
        await listAnimeJson(client, query);
        list.push(performance.now() - started);
      }
    }
  }
  const first = median(times.get(1) ?? []);
  process.stdout.write("Depth, every order, without HTTP (aim: page 900 at most 3 × page 1):\n\n");
  printTable(
    ["page", "p50 ms", "× page 1"],
    [...times].map(([page, list]) => [page, ms(median(list)), (median(list) / first).toFixed(2)]),
  );
}
