import type { Server } from "node:http";
import { join } from "node:path";
import type { Config } from "~/config/config.server";
import { siteUrl } from "~/config/site-url";
import { errorMessage, rootErrorMessage } from "~/errors/error-message";
import { loadStarter } from "~/features/import/load-starter.server";
import { buildMissingFranchises } from "~/features/franchise/rebuild-franchises.server";
import { rebuildListingBitmaps } from "~/features/listing/bitmaps/rebuild-bitmaps.server";
import { ensureSearchIndex } from "~/features/search/title-index/rebuild-search-index.server";
import { recordCatalogChanges } from "~/features/catalog/changes/purge-changes.server";
import { watchCatalog } from "~/features/catalog/watch-catalog.server";
import { parseTrustedProxies } from "~/http/request/client-ip.server";
import type { Services } from "~/http/context";
import { createJobQueue } from "~/jobs/job-queue.server";
import { LANES } from "~/jobs/job-list";
import { startJobs, type JobRunner } from "~/jobs/job-runner.server";
import { createJobContext } from "~/jobs/job-work.server";
import { createLog, type Log } from "~/observability/log.server";
import { createRecentErrors, type RecentErrors } from "~/observability/recent-errors";
import { createStatementObserver } from "~/observability/statement-observer.server";
import { startTracing } from "~/observability/tracing.server";
import { createOperatorFetch } from "~/outbound/operator-fetch.server";
import { createPurge } from "~/providers/cdn/purge.server";
import { api } from "~/routes/api/endpoints.server";
import { createServices } from "~/services.server";
import { openDatabase, type DatabaseTarget } from "~db/client.server";
import {
  checkDatabase,
  hasStatementTimeout,
  toUnusableDatabase,
  UnusableDatabase,
} from "~db/check-database.server";
import { startEmbeddedPostgres, toEmbeddedError } from "~db/embedded.server";
import { migrateDatabase } from "~db/migrate.server";
import { limitConnections } from "./connection-limit.server";
import { createHttpServer, drain, listen, type ProcessListener } from "./http-server.server";
import {
  createRequestListener,
  type PageHandler,
  type StaticFiles,
} from "./request-listener.server";
import { ownershipLines, prepareOwnership, type OwnershipHint } from "./ownership.server";
import { startLibraryWatch } from "./library-watch.server";
import { startCachePurge } from "./cache-purge.server";
import { joinInstances, uploadsPlace } from "./instances.server";
import { startingListener } from "./starting-listener.server";
import { setV8Flags } from "./v8-flags.server";

interface ProcessOptions {
  config: Config;
  root: string;
  pages: PageHandler;
  staticFiles: StaticFiles;
  recentErrors?: RecentErrors;
  log?: Log;
}

interface RunningProcess {
  url: string;
  /** Rejects with `UnusableDatabase`. */
  ready: Promise<void>;
  /** Known once ready. */
  ownership(): OwnershipHint;
  stop(): Promise<void>;
}

/** The shutdown stays under ten seconds. */
const DRAIN_MS = 5_000;
const RETRY_MS = 1_000;
/** Of one request to a cache in front. */
const PURGE_LIMITS = { timeoutMs: 10_000, maxBytes: 64 * 1024 };
/** One per lane for its lock, and as many for work. */
const JOB_CONNECTIONS = 2 * LANES.length;

/** The port first: a busy one fails at once, and `/healthz` works meanwhile. */
async function startProcess({
  config,
  root,
  pages,
  staticFiles,
  recentErrors = createRecentErrors(),
  log = createLog(config.log.level, undefined, recentErrors),
}: ProcessOptions): Promise<RunningProcess> {
  setV8Flags();
  const isTrustedProxy = parseTrustedProxies(config.server.trustedProxies);
  let draining = false;
  let migrated = false;
  let ownership: OwnershipHint = { kind: "settled" };
  let listener: ProcessListener = startingListener();
  const server = createHttpServer((incoming, outgoing) => listener(incoming, outgoing));
  limitConnections(server, { perClient: config.clientLimits.connections, isTrustedProxy });
  const port = await listen(server, config.server.port, config.server.host);
  const { endpoint } = config.tracing;
  const tracing = endpoint === null ? null : await startTracing({ endpoint, log });
  const embedded =
    config.database.remote === null ? await startEmbeddedOrClose(server, config, log) : null;
  const { direct, remote } = config.database;
  const target: DatabaseTarget = embedded?.options ?? direct ?? remote ?? "";
  const database = openDatabase(embedded?.options ?? remote ?? "", {
    directTarget: direct,
    poolSize: config.database.poolSize,
    replicas: { targets: config.database.replicas, maxLagMs: config.database.maxLagMs, log },
    observe: createStatementObserver({
      slowQueryMs: config.log.slowQueryMs,
      log,
      isTracing: tracing !== null,
    }),
  });
  // Without time limits.
  const setup = openDatabase(target, {
    poolSize: 1,
    applicationName: "akari-setup",
    timeouts: null,
  });
  // For scans and imports with their lock.
  const background = openDatabase(target, {
    poolSize: 5,
    applicationName: "akari-background",
    timeouts: null,
  });
  const jobDatabase = openDatabase(target, {
    poolSize: JOB_CONNECTIONS,
    applicationName: "akari-jobs",
    timeouts: null,
  });
  let jobs: JobRunner | null = null;
  let cachePurge: ReturnType<typeof startCachePurge> | null = null;
  let services: Services;
  try {
    services = createServices({
      config,
      root,
      log,
      database,
      background,
      recentErrors,
      isMigrated: () => migrated,
      wakeJobs: () => jobs?.wake(),
    });
  } catch (error) {
    closeServer(server);
    await embedded?.stop();
    throw error;
  }
  const clearCaches = () => {
    // A replica that is behind would fill them with what was before.
    services.replicas?.requireCurrent();
    services.catalogCache.clear();
  };
  const watching = watchCatalog({
    database,
    onChange: () => {
      clearCaches();
      services.responseCache.clear();
      services.ownCache.clear();
      services.textCache.clear();
      services.visitorPages.clear();
      cachePurge?.wake();
    },
  });
  const stopping = new AbortController();
  let library: { stop(): Promise<void> } | null = null;
  let instance: { leave(): Promise<void> } | null = null;

  const stop = async () => {
    draining = true;
    stopping.abort();
    await services.roomHub.close();
    await Promise.all([
      drain(server, DRAIN_MS),
      library?.stop(),
      services.imports.close(),
      jobs?.stop(),
      cachePurge?.stop(),
    ]);
    await watching.stop();
    await services.hasher.close();
    await services.listParser.close();
    await services.mediaProber.close();
    await services.subtitleWorker.close();
    await services.filePlayer.close();
    services.transforms.close();
    services.mailer?.close();
    await Promise.all([
      instance?.leave(),
      services.limitStore?.close(),
      database.close(),
      setup.close(),
      background.close(),
      jobDatabase.close(),
      tracing?.shutdown(),
    ]);
    await embedded?.stop();
  };
  const prepare = async () => {
    await checkDatabase(setup.sql);
    if (direct !== null && !(await hasStatementTimeout(database.sql)))
      log.warn("the pooler's connections have no statement_timeout: see docs/scaling.md");
    // Processes with an embedded database share its folder.
    if (embedded === null)
      instance ??= await joinInstances(target, { place: uploadsPlace(config), log });
    await migrateDatabase(target, join(root, "db/migrations"));
    services.replicas?.requireCurrent();
    if (await ensureSearchIndex(setup.db)) log.info("search index rebuilt");
    const starter = await loadStarter(setup.db, join(root, "db/starter"));
    if (starter !== null)
      log.info(
        { counts: starter.counts, rejections: starter.rejections },
        "the starter catalog is loaded",
      );
    ownership = await prepareOwnership(services);
    migrated = true;
    services.ownFiles
      .removeStaleDrafts()
      .catch((error: unknown) =>
        log.warn({ err: errorMessage(error) }, "unfinished uploads could not be removed"),
      );
    const { purge } = config.cdn;
    await recordCatalogChanges(setup.db, purge !== null);
    if (purge !== null && !stopping.signal.aborted)
      cachePurge ??= startCachePurge({
        database: background,
        purge: createPurge(purge, createOperatorFetch(PURGE_LIMITS)),
        log,
      });
    if (config.jobs.enabled && !stopping.signal.aborted) {
      const queue = createJobQueue(jobDatabase);
      const context = createJobContext({ database: jobDatabase, queue, config, root });
      jobs = startJobs({ context, log });
    }
    library = startLibraryWatch({
      database: background,
      log,
      requests: services.scanRequests,
      probe: services.mediaProber.run,
      intervalMs: config.library.scanMs,
    });
    // Until then totals are exact but slower, and franchises are missing.
    const renewal = Promise.all([
      rebuildListingBitmaps(setup.db),
      buildMissingFranchises(setup.db),
    ]).then((renewed) => (renewed.includes(true) ? clearCaches() : undefined));
    void renewal.catch((error: unknown) =>
      log.warn({ err: errorMessage(error) }, "rebuilding bitmaps or franchises failed"),
    );
  };
  const serve = () => {
    listener = createRequestListener({
      services,
      api,
      pages,
      staticFiles,
      isTrustedProxy,
      isDraining: () => draining,
      tracing,
    });
  };

  const url = siteUrl({ ...config.server, port });
  let ready = Promise.resolve();
  if (embedded === null) {
    serve();
    ready = retryUntilDone(prepare, stopping.signal, log);
    ready.catch(() => undefined);
  } else {
    await prepare().catch(async (error: unknown) => {
      await stop();
      throw toEmbeddedError(error, config.dataDir);
    });
    serve();
  }
  return {
    ready,
    url: url.href,
    ownership: () => ownership,
    stop,
  };
}

/** npm forwards what the terminal has sent. */
const REPEATED_SIGNAL_MS = 1_000;

/** To SIGTERM or SIGINT, then exits with 0; a second one exits at once. */
export async function runProcess(parts: ProcessOptions): Promise<void> {
  const starting = startProcess(parts);
  let stopRequestedAt: number | null = null;
  const stop = (signal: NodeJS.Signals) => {
    if (stopRequestedAt !== null) {
      if (performance.now() - stopRequestedAt > REPEATED_SIGNAL_MS) process.exit(1);
      return;
    }
    stopRequestedAt = performance.now();
    process.stdout.write(`${signal}: finishing pending requests …\n`);
    starting
      .then((running) => running.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`Stopping failed: ${errorMessage(error)}\n`);
          process.exit(1);
        },
      );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  const running = await starting;
  await running.ready.catch(async (error: unknown) => {
    await running.stop();
    throw error;
  });
  if (stopRequestedAt === null)
    process.stdout.write(startupMessage(running.url, running.ownership()));
}

function startupMessage(url: string, ownership: OwnershipHint): string {
  return [
    "",
    `Akari is ready at ${url}`,
    "",
    ...ownershipLines(url, ownership),
    "  Next:  open it in a browser and look around; the demo series plays without the internet",
    "         npm run catalog:import -- jikan     in a second terminal, brings the whole catalog",
    "         .env.example and docs/operating.md  name every setting",
    "  Stop:  Ctrl-C",
    "",
    "",
  ].join("\n");
}

async function startEmbeddedOrClose(server: Server, config: Config, log: Log) {
  try {
    return await startEmbeddedPostgres({
      dataDir: config.dataDir,
      log: (message: string) => log.info(message),
    });
  } catch (error) {
    closeServer(server);
    throw error;
  }
}

function closeServer(server: Server): void {
  server.close();
  server.closeAllConnections();
}

/** Logs each reason once. Throws `UnusableDatabase` when retrying cannot help. */
async function retryUntilDone(
  work: () => Promise<void>,
  stopped: AbortSignal,
  log: Log,
): Promise<void> {
  let lastReason = "";
  while (!stopped.aborted) {
    try {
      return await work();
    } catch (thrown) {
      const error = toUnusableDatabase(thrown);
      if (error instanceof UnusableDatabase) throw error;
      const reason = rootErrorMessage(error);
      if (reason !== lastReason) log.warn({ err: reason }, "waiting for the database");
      lastReason = reason;
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}
