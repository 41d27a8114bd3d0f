import { execFile } from "node:child_process";
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { getImageProcesses } from "../scripts/support/image-processes";
import { ROOT } from "./support/databases";
import { imageCorpus, type ImageCorpus } from "./support/image-corpus";
import { startImagePeers, type ImagePeer } from "./support/image-peers";
import { runLoad, type LoadResult } from "./support/load";
import { readCpuMicros, startProgram, type Program } from "./support/programs";
import { recordCost } from "./support/results";
import { median } from "./support/percentiles";
import { printTable } from "./support/tables";

const run = promisify(execFile);
const ROUNDS = 3;
const HIT_ROUNDS = 5;
const DATA_DIR = join(ROOT, ".data/bench/images");

interface Setup {
  corpus: ImageCorpus;
  origin: Program;
  ours: Program;
  peers: ImagePeer[];
}

/** Each can be run alone: `--cold`. */
const PARTS: Readonly<Record<string, (stage: Setup) => Promise<void>>> = {
  cold,
  hits,
};

/**
 * Misses against sharp alone, and hits against a bare server. `--peers` also installs and measures
 * ipx and Next.js.
 */
export default async function images(flags: ReadonlySet<string>): Promise<void> {
  const corpus = await imageCorpus();
  const origin = await startProgram(
    ["bench/servers/image-origin.mjs"],
    { IMAGES: corpus.folder },
    "/count",
  );
  rmSync(join(DATA_DIR, "cache"), { recursive: true, force: true });
  const ours = await startProgram(
    ["build/server/index.js"],
    { DATA_DIR, OUTBOUND_ALLOW: "127.0.0.1", LOG_LEVEL: "silent" },
    "/readyz",
  );
  const peers = flags.has("--peers") ? await startImagePeers() : [];
  const stage = { corpus, origin, ours, peers };
  try {
    const named = Object.keys(PARTS).filter((part) => flags.has(`--${part}`));
    for (const [part, measure] of Object.entries(PARTS))
      if (named.length === 0 || named.includes(part)) await measure(stage);
  } finally {
    await Promise.all(
      [origin, ours, ...peers.map(({ program }) => program)].map((program) => program.stop()),
    );
  }
}

let unique = 0;
const uniqueSource = ({ origin }: Setup, name: string): string =>
  `${origin.url}/${name}?v=${(unique += 1)}`;
const proxyPath = (source: string, options = "&w=300&q=50"): string =>
  `/api/proxy?url=${encodeURIComponent(source)}${options}`;

async function requestAll(
  urls: readonly string[],
  concurrency: number,
): Promise<Record<number, number>> {
  const statuses: Record<number, number> = {};
  let next = 0;
  const sendNext = async () => {
    while (next < urls.length) {
      const response = await fetch(urls[next++] ?? "", { headers: { accept: "image/webp" } });
      await response.arrayBuffer();
      statuses[response.status] = (statuses[response.status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, sendNext));
  return statuses;
}

/** A first, unmeasured round warms up. */
async function alternate<Result>(
  contestants: Readonly<Record<string, () => Promise<Result>>>,
  rounds: number,
): Promise<Map<string, Result[]>> {
  const results = new Map<string, Result[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, measure] of Object.entries(contestants)) {
      const result = await measure();
      if (round > 0) results.set(name, [...(results.get(name) ?? []), result]);
    }
  }
  return results;
}

async function coldRound(
  stage: Setup,
  program: Program,
  path: (source: string) => string,
): Promise<{ perSecond: number; cpuMs: number }> {
  const urls = stage.corpus.photos.map((name) => program.url + path(uniqueSource(stage, name)));
  const before = treeMicros(program.pid);
  const started = performance.now();
  const statuses = await requestAll(urls, 8);
  const elapsed = performance.now() - started;
  if (statuses[200] !== urls.length)
    throw new Error(`${program.url} returned ${JSON.stringify(statuses)}`);
  return {
    perSecond: (urls.length / elapsed) * 1000,
    cpuMs: (treeMicros(program.pid) - before) / urls.length / 1000,
  };
}

async function cold(stage: Setup): Promise<void> {
  for (const format of ["webp", "avif"]) {
    const contestants: Record<string, () => Promise<{ perSecond: number; cpuMs: number }>> = {
      "sharp alone": async () => {
        const files = stage.corpus.photos.map((name) => join(stage.corpus.folder, name));
        const { stdout } = await run(process.execPath, [
          join(ROOT, "bench/servers/sharp-direct.mjs"),
          JSON.stringify({ files, format, width: 300 }),
        ]);
        const { milliseconds, micros } = JSON.parse(stdout) as {
          milliseconds: number;
          micros: number;
        };
        return {
          perSecond: (files.length / milliseconds) * 1000,
          cpuMs: micros / files.length / 1000,
        };
      },
      ours: () =>
        coldRound(stage, stage.ours, (source) => proxyPath(source, `&w=300&q=50&format=${format}`)),
      ...(format === "avif"
        ? {}
        : Object.fromEntries(
            stage.peers.map(({ name, program, path }) => [
              name,
              () => coldRound(stage, program, path),
            ]),
          )),
    };
    const results = await alternate(contestants, ROUNDS);
    const of = (name: string, key: "perSecond" | "cpuMs") =>
      median((results.get(name) ?? []).map((result) => result[key]));
    const cpuOf = (name: string) => (results.get(name) ?? []).map(({ cpuMs }) => cpuMs);
    recordCost(`images: miss, ${format}`, cpuOf("ours"), cpuOf("sharp alone"));
    process.stdout.write(
      `Cold, ${stage.corpus.photos.length} photos of 1200×1700 to 300 pixels of ${format}, medians of ${ROUNDS} rounds (aim: ≥ 0.9 of sharp alone):\n\n`,
    );
    printTable(
      ["", "images/s", "CPU ms/image", "speed ÷ sharp's", "sharp's processor time ÷ its own"],
      [...results.keys()].map((name) => [
        name,
        of(name, "perSecond").toFixed(1),
        of(name, "cpuMs").toFixed(1),
        (of(name, "perSecond") / of("sharp alone", "perSecond")).toFixed(2),
        (of("sharp alone", "cpuMs") / of(name, "cpuMs")).toFixed(2),
      ]),
    );
  }
}

async function hits(stage: Setup): Promise<void> {
  const sources = stage.corpus.photos.map((name) => uniqueSource(stage, name));
  const proxyPaths = sources.map((source) => proxyPath(source));
  const responses: Record<string, { headers: Record<string, string>; body: string }> = {};
  for (const path of proxyPaths) {
    const response = await fetch(stage.ours.url + path);
    const keptHeaders = [
      "content-type",
      "content-length",
      "cache-control",
      "etag",
      "x-content-type-options",
      "content-security-policy",
    ];
    responses[path] = {
      headers: Object.fromEntries(
        keptHeaders.map((name) => [name, response.headers.get(name) ?? ""]),
      ),
      body: Buffer.from(await response.arrayBuffer()).toString("base64"),
    };
  }
  const file = join(DATA_DIR, "responses.json");
  writeFileSync(file, JSON.stringify(responses));
  const bare = await startProgram(
    ["bench/servers/bare.mjs"],
    { RESPONSES: file },
    proxyPaths[0] ?? "/",
  );
  try {
    const load = { seconds: 3, connections: 32, headers: { accept: "image/webp" } };
    const contestants: Record<string, () => Promise<LoadResult>> = {
      "bare node:http": () => runLoad(bare, { ...load, paths: proxyPaths }),
      ours: () => runLoad(stage.ours, { ...load, paths: proxyPaths }),
      ...Object.fromEntries(
        stage.peers.map(({ name, program, path }) => [
          name,
          () => runLoad(program, { ...load, paths: sources.map(path) }),
        ]),
      ),
    };
    const results = await alternate(contestants, HIT_ROUNDS);
    const of = (name: string, pick: (result: LoadResult) => number) =>
      median((results.get(name) ?? []).map(pick));
    const microsOf = (name: string) =>
      (results.get(name) ?? []).map(({ microsEach }) => microsEach ?? 0);
    const each = (name: string) => median(microsOf(name));
    recordCost("images: hit", microsOf("ours"), microsOf("bare node:http"));
    process.stdout.write(
      `Hits, ${sources.length} images, 32 connections, medians of ${HIT_ROUNDS} rounds (aim: ≥ 0.5 of bare, ≥ 2 × Next.js):\n\n`,
    );
    printTable(
      [
        "",
        "responses/s",
        "CPU µs/response",
        "p99 ms",
        "speed ÷ bare's",
        "bare's processor time ÷ its own",
      ],
      [...results.keys()].map((name) => [
        name,
        of(name, ({ perSecond }) => perSecond).toFixed(0),
        each(name).toFixed(1),
        of(name, ({ p99 }) => p99).toFixed(0),
        (
          of(name, ({ perSecond }) => perSecond) /
          of("bare node:http", ({ perSecond }) => perSecond)
        ).toFixed(2),
        (each("bare node:http") / each(name)).toFixed(2),
      ]),
    );
  } finally {
    await bare.stop();
  }
}

function treeMicros(pid: number): number {
  const { main, workers } = getImageProcesses(pid);
  const ended = readFileSync(`/proc/${main}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ")
    .slice(13, 15)
    .reduce((sum, ticks) => sum + Number(ticks) * 10_000, 0);
  return [main, ...workers].reduce((sum, one) => sum + (readCpuMicros(one) ?? 0), ended);
}
