import { akariVersion } from "~/config/version";
import type { NamedUsage } from "~/caching/cache-budget";
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from "prom-client";

/** The kinds are few, unlike the paths. */
export type RequestKind = "page" | "api" | "video" | "image" | "file" | "events";

export interface Load {
  readonly active: number;
  readonly waiting: number;
}

export interface Metrics {
  observeRequest(kind: RequestKind, status: number, seconds: number): void;
  /** Prometheus' text format. Starts the process metrics. */
  render(): Promise<string>;
  readonly contentType: string;
}

/** What is known about a job, on all instances alike. */
export interface JobSample {
  job: string;
  /** Seconds since 1970; null before its first success. */
  succeededAt: number | null;
  /** The duration of its last run that ended. */
  durationSeconds: number | null;
  /** Failures in a row. */
  failures: number;
  isLate: boolean;
}

const BUCKETS_SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

interface OptionalSources {
  /** How the caches in memory are used. */
  caches?: () => readonly NamedUsage[];
  /** Tells whether limits are shared; null where instances do not count together. */
  sharesLimits?: (() => boolean) | null;
  /** The free space on the disk of the data, and the size of the database. */
  readSizes?: () => Promise<SiteSizes>;
}

export interface SiteSizes {
  freeBytes: number | null;
  databaseBytes: number | null;
}

/** Loads and jobs are sampled per scrape; without a database there are no jobs. */
export function createMetrics(
  loads: Readonly<Record<string, () => Load>>,
  readJobs: () => Promise<readonly JobSample[]>,
  { caches = () => [], sharesLimits = null, readSizes }: OptionalSources = {},
): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const { version, commit } = akariVersion();
  new Gauge({
    name: "akari_build_info",
    help: "Always 1; the version and the commit that run are its labels.",
    labelNames: ["version", "commit"],
    registers,
  }).set({ version, commit: commit ?? "" }, 1);
  // prom-client hashes its labels for every request; counts are handed over per scrape.
  const counted: Partial<Record<RequestKind, Map<number, number>>> = {};
  new Counter({
    name: "akari_http_requests_total",
    help: "Requests by kind and status.",
    labelNames: ["kind", "status"],
    registers,
    collect() {
      this.reset();
      for (const [kind, counts] of Object.entries(counted))
        for (const [status, count] of counts) this.inc({ kind, status }, count);
    },
  });
  const durations = new Histogram({
    name: "akari_http_request_duration_seconds",
    help: "Time from the request's head to the end of its response.",
    labelNames: ["kind"],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  for (const [state, help] of [
    ["active", "Slots in use, by what they bound."],
    ["waiting", "Requests that wait for a slot, by what it bounds."],
  ] as const)
    new Gauge({
      name: `akari_slots_${state}`,
      help,
      labelNames: ["slots"],
      registers,
      collect() {
        for (const [slots, load] of Object.entries(loads)) this.set({ slots }, load()[state]);
      },
    });
  addCacheMetrics(registers, caches);
  const sampleSizes = readSizes === undefined ? null : addSizeMetrics(registers, readSizes);
  if (sharesLimits !== null)
    new Gauge({
      name: "akari_shared_limits_up",
      help: "1 while the server of LIMITS_URL responds; 0 while this instance counts by itself.",
      registers,
      collect() {
        this.set(Number(sharesLimits()));
      },
    });
  // A label "job" would collide with that of Prometheus, which names the scraped service.
  const jobGauge = (name: string, help: string) =>
    new Gauge({ name: `akari_job_${name}`, help, labelNames: ["name"], registers });
  const jobs = {
    succeededAt: jobGauge(
      "last_success_timestamp_seconds",
      "When the job last succeeded. Jobs that are off have no samples.",
    ),
    duration: jobGauge("last_duration_seconds", "How long its last run took."),
    failures: jobGauge("failures", "Runs in a row that failed; 0 after a success."),
    late: jobGauge("late", "1 when no process has run it although its time has passed."),
  };
  const sampleJobs = async () => {
    const samples = await readJobs().catch(() => []);
    for (const gauge of Object.values(jobs)) gauge.reset();
    for (const { job, succeededAt, durationSeconds, failures, isLate } of samples) {
      if (succeededAt !== null) jobs.succeededAt.set({ name: job }, succeededAt);
      if (durationSeconds !== null) jobs.duration.set({ name: job }, durationSeconds);
      jobs.failures.set({ name: job }, failures);
      jobs.late.set({ name: job }, Number(isLate));
    }
  };
  let hasDefaults = false;
  return {
    observeRequest(kind, status, seconds) {
      const counts = (counted[kind] ??= new Map<number, number>());
      counts.set(status, (counts.get(status) ?? 0) + 1);
      durations.observe({ kind }, seconds);
    },
    async render() {
      await Promise.all([sampleJobs(), sampleSizes?.()]);
      if (!hasDefaults) collectDefaultMetrics({ register: registry });
      hasDefaults = true;
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

/** Returns what samples them: of what cannot be read there are no samples. */
function addSizeMetrics(registers: Registry[], read: NonNullable<OptionalSources["readSizes"]>) {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  const free = gauge("akari_disk_free_bytes", "Free space on the disk of DATA_DIR.");
  const database = gauge("akari_database_bytes", "The size of the database.");
  return async () => {
    const { freeBytes, databaseBytes } = await read();
    for (const [metric, bytes] of [
      [free, freeBytes],
      [database, databaseBytes],
    ] as const) {
      if (bytes === null) metric.remove();
      else metric.set(bytes);
    }
  };
}

function addCacheMetrics(registers: Registry[], read: () => readonly NamedUsage[]): void {
  const labelNames = ["cache"];
  for (const [name, field, help] of [
    ["bytes", "bytes", "What the cache holds."],
    ["max_bytes", "maxBytes", "Its part of CACHE_MB."],
  ] as const)
    new Gauge({
      name: `akari_cache_${name}`,
      help,
      labelNames,
      registers,
      collect() {
        for (const usage of read()) this.set({ cache: usage.name }, usage[field]);
      },
    });
  for (const [field, help] of [
    ["hits", "Values that were found in the cache."],
    ["misses", "Values that were not found in the cache."],
    ["evictions", "Values that made place for others."],
  ] as const)
    new Counter({
      name: `akari_cache_${field}_total`,
      help,
      labelNames,
      registers,
      collect() {
        this.reset();
        for (const usage of read()) this.inc({ cache: usage.name }, usage[field]);
      },
    });
}

export function requestKind(path: string): RequestKind {
  if (path.startsWith("/api/")) {
    if (path.startsWith("/api/videoProxy")) return "video";
    return path.startsWith("/api/proxy") ? "image" : "api";
  }
  if (/^\/media\/(?:cover|banner|social|still)\//.test(path)) return "image";
  if (/^(?:\/room\/[^/]+)?\/live$/.test(path)) return "events";
  return /^\/(?:assets|media|ipfs|messages)\//.test(path) ? "file" : "page";
}
