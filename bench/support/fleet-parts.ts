import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { join } from "node:path";
import { NGINX, startNginx } from "../../tests/support/fleet/nginx";
import { launchPgBouncer, PGBOUNCER } from "../../tests/support/fleet/pgbouncer-process";
import { launchValkey, VALKEY } from "../../tests/support/fleet/valkey-process";
import { startOrigin } from "../video/peers";
import { ROOT, type BenchDatabase } from "./databases";
import { readChildrenCpuMicros, readCpuMicros, startProgram, type Program } from "./programs";
import { readPostmasterPid } from "./user";

/** Each is a row or a column of the results. */
export const PARTS = ["site", "nginx", "Postgres", "PgBouncer", "Valkey"] as const;
export type Part = (typeof PARTS)[number];

/** Microseconds of processor time; `load` is that of the load and the origin of its videos. */
export type Spent = Record<Part | "load", number>;

export interface KindOfRequest {
  name: string;
  /** Share of the mixed load. */
  weight: number;
  /** Requests in the form that `mixed-load.mjs` takes. */
  requests: readonly string[];
}

export interface KindResult {
  name: string;
  requests: number;
  bytes: number;
  latencies: number[];
}

export interface MixedResult {
  seconds: number;
  kinds: KindResult[];
  spent: Spent;
}

export interface Fleet {
  /** The origin of the video proxy's playlists and segments. */
  videoOrigin: string;
  instances: readonly Program[];
  /** Programs that are not installed. */
  missing: readonly string[];
  /** Puts nginx in front of the first `count` instances, or the load itself where there is none. */
  withInstances<Result>(
    count: number,
    work: (front: { urls: string[]; run: RunMixed }) => Promise<Result>,
  ): Promise<Result>;
  /** Warms up all instances, past nginx, so that none is measured cold. */
  warmUp(kinds: readonly KindOfRequest[], load: MixedLoad): Promise<void>;
  stop(): Promise<void>;
}

interface MixedLoad {
  seconds: number;
  connections: number;
  /** How many requests are sent; if absent, as fast as responses come. */
  perSecond?: number;
}
type RunMixed = (kinds: readonly KindOfRequest[], load: MixedLoad) => Promise<MixedResult>;

const LIMITED = ["signup", "signin", "animesFull", "videoProxy", "playback"];
/** Two to four per core, as `deploy/pgbouncer.ini` says. */
const POOLED_CONNECTIONS = 8;

/** Instances of the built site on one database, with pooler and limits' server if present. */
export async function startFleet(database: BenchDatabase, count: number): Promise<Fleet> {
  const { env } = database;
  const name = (env["DATABASE_URL"] ?? "").replace("postgres:///", "");
  const pooler =
    PGBOUNCER === undefined
      ? null
      : await launchPgBouncer(
          {
            host: env["PGHOST"] ?? "",
            port: Number(env["PGPORT"]),
            user: env["PGUSER"] ?? "",
            password: env["PGPASSWORD"] ?? "",
            database: name,
          },
          { size: POOLED_CONNECTIONS },
        );
  const valkey = VALKEY === undefined ? null : await launchValkey();
  const origin = await startOrigin();
  const dataDir = join(ROOT, ".data/bench/fleet");
  mkdirSync(dataDir, { recursive: true });
  const environment = {
    ...env,
    ...(pooler === null
      ? {}
      : { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: env["DATABASE_URL"] ?? "" }),
    ...(valkey === null ? {} : { LIMITS_URL: valkey.url }),
    DATA_DIR: dataDir,
    DATA_SHARED: "true",
    SESSION_SECRET: "for benchmarks only",
    BCRYPT_COST: "10",
    RATE_LIMITS: LIMITED.map((limit) => `${limit}=100000000/60`).join(","),
    OUTBOUND_ALLOW: new URL(origin.url).host,
    TRUSTED_PROXIES: "127.0.0.1",
    LOG_LEVEL: "silent",
    JOBS: "off",
    MEDIA_SCAN_MINUTES: "0",
  };
  const instances = await Promise.all(
    Array.from({ length: count }, () =>
      startProgram(["build/server/index.js"], environment, "/readyz"),
    ),
  );
  const postmaster = await readPostmasterPid(database);
  return {
    videoOrigin: origin.url,
    instances,
    missing: [
      ...(NGINX === undefined ? ["nginx"] : []),
      ...(pooler === null ? ["PgBouncer"] : []),
      ...(valkey === null ? ["Valkey or Redis"] : []),
    ],
    async withInstances(size, work) {
      const used = instances.slice(0, size);
      const nginx = NGINX === undefined ? null : await startNginx(used.map(({ url }) => url));
      const urls = nginx === null ? used.map(({ url }) => url) : [nginx.origin];
      const read = (): Spent => ({
        site: sum(used.map(({ pid }) => readTreeMicros(pid))),
        nginx: nginx === null ? 0 : readTreeMicros(nginx.pid),
        Postgres: readTreeMicros(postmaster),
        PgBouncer: pooler === null ? 0 : readTreeMicros(pooler.pid),
        Valkey: valkey === null ? 0 : readTreeMicros(valkey.pid),
        load: readTreeMicros(origin.pid),
      });
      try {
        return await work({
          urls,
          run: async (kinds, load) => {
            const before = read();
            const { cpuMicros, ...result } = await runMixedLoad({ ...load, urls, kinds });
            const after = read();
            const spent = { ...after, load: after.load - before.load + cpuMicros };
            for (const part of PARTS) spent[part] -= before[part];
            return { ...result, spent };
          },
        });
      } finally {
        await nginx?.stop();
      }
    },
    async warmUp(kinds, load) {
      await runMixedLoad({ ...load, kinds, urls: instances.map(({ url }) => url) });
    },
    async stop() {
      await Promise.all(instances.map((instance) => instance.stop()));
      origin.stop();
      await pooler?.end();
      await valkey?.kill();
    },
  };
}

async function runMixedLoad(load: unknown): Promise<MixedResult & { cpuMicros: number }> {
  const child = spawn(process.execPath, [join(ROOT, "bench/servers/mixed-load.mjs")], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  child.stdin.end(JSON.stringify(load));
  const result = JSON.parse(await text(child.stdout)) as Omit<MixedResult, "kinds"> & {
    cpuMicros: number;
    kinds: (KindResult & { statuses: Record<string, number> })[];
  };
  for (const { name, statuses } of result.kinds)
    if (Object.keys(statuses).some((status) => !/^2/.test(status)))
      process.stdout.write(
        `Not all responses of "${name}" were 2xx: ${JSON.stringify(statuses)}\n`,
      );
  return {
    ...result,
    kinds: result.kinds.map(({ statuses, ...kind }) => ({
      ...kind,
      requests: sum(Object.values(statuses)),
    })),
  };
}

/** Returns the resident memory in megabytes. */
export function readMemory({ pid }: Program): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
}

function readTreeMicros(pid: number): number {
  return (readCpuMicros(pid) ?? 0) + (readChildrenCpuMicros(pid) ?? 0);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
