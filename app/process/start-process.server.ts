import { processLookalikes, type Config } from "~/config/config.server";
import { watchDisk } from "~/errors/disk-full";
import { describeOpenFolder } from "~/config/data-folder";
import { errorMessage } from "~/errors/error-message";
import { watchCatalog } from "~/features/catalog/watch-catalog.server";
import { createJobContext } from "~/jobs/job-context.server";
import type { Log } from "~/observability/log.server";
import type { RecentErrors } from "~/observability/recent-errors";
import { startTracing, type Tracing } from "~/observability/tracing.server";
import type { AppServices } from "./app-services";
import type { ApiRoutes } from "~/http/api/api-routes.server";
import type { PageRoutes } from "~/http/pages/page-routes";
import { akariVersion } from "~/config/version";
import { createServices } from "./create-services.server";
import { toEmbeddedError } from "~db/embedded.server";
import { createBackgroundWork, type BackgroundWork } from "./background-work.server";
import { finishRequests } from "./finish-requests.server";
import { joinInstances, uploadsPlace } from "./instances.server";
import { openPort } from "./open-port.server";
import { openEmbedded, openPools, type ProcessDatabases } from "./open-databases.server";
import { prepareOwnership, type OwnershipHint } from "./ownership.server";
import {
  checkDatabases,
  checkStoredSecrets,
  fillDatabase,
  renewCatalog,
  retryUntilUsable,
} from "./prepare-database.server";
import {
  createRequestListener,
  type PageHandler,
  type StaticFiles,
} from "./request-listener.server";
import { createStartProgress, type StartStep } from "./start-progress";
import { createShutdownStack, type ShutdownStack } from "./shutdown-stack.server";
import { serviceClosers } from "./service-closers.server";
import { setV8Flags } from "~/http/v8/flags.server";
import { findOversights } from "~/services/run-checks.server";

export interface ProcessOptions {
  config: Config;
  root: string;
  pages: PageHandler;
  pageRoutes: PageRoutes;
  apiRoutes: ApiRoutes;
  staticFiles: StaticFiles;
}

export interface StartOptions extends ProcessOptions {
  recentErrors: RecentErrors;
  log: Log;
  /** Follows the start. */
  onStep: (step: StartStep) => void;
}

interface RunningProcess {
  url: string;
  /** Rejects with `UnusableDatabase`. */
  ready: Promise<void>;
  /** Returns the hint, which is known once the process is ready. */
  ownership(): OwnershipHint;
  /** Rejects when something could not be closed, after everything else was. */
  stop(): Promise<void>;
}

/** Starts the site, and closes what it has opened when that fails. */
export async function startProcess(options: StartOptions): Promise<RunningProcess> {
  const shutdown = createShutdownStack(options.log);
  try {
    return await openSite({ ...options, shutdown });
  } catch (error) {
    await shutdown.close().catch(() => undefined);
    throw error;
  }
}

type SiteOptions = StartOptions & { shutdown: ShutdownStack };

/** Opens one part after the other; each adds how it is closed. */
async function openSite(options: SiteOptions): Promise<RunningProcess> {
  const { config, root, log, recentErrors, shutdown } = options;
  setV8Flags();
  watchDisk(config.dataDir);
  log.info({ ...akariVersion(), node: process.version }, "starting");
  for (const warning of [...processLookalikes(), describeOpenFolder(config.dataDir)])
    if (warning !== null) log.warn(warning);
  const progress = createStartProgress(options.onStep);
  const port = await openPort(config, shutdown, progress);
  const embedded = await openEmbedded(config, log, shutdown);
  const tracing = await openTracing(config, log, shutdown);
  const databases = openPools({ config, embedded, isTracing: tracing !== null, log, shutdown });
  let instance: { leave(): Promise<void> } | null = null;
  shutdown.add({ "instance's lock": () => instance?.leave() });
  const background = createBackgroundWork(config, log);
  let isMigrated = false;
  const services = createServices({
    config,
    root,
    log,
    database: databases.requests,
    recentErrors,
    isMigrated: () => isMigrated,
    pageRoutes: options.pageRoutes,
    apiRoutes: options.apiRoutes,
    wakeJobs: () => background.wakeJobs(),
  });
  shutdown.add(serviceClosers(services));
  followCatalog(services, databases.requests, background, shutdown);
  shutdown.add({
    requests: () => finishRequests(port.server, services),
    "background work": () => background.stop(),
  });
  shutdown.add({
    rooms: () => services.playback.roomHub.close(),
    "open pages": () => services.live.hub.close(),
  });
  const stopping = new AbortController();
  shutdown.add({ preparation: () => stopping.abort() });

  let ownership: OwnershipHint = { kind: "settled" };
  const prepare = async () => {
    await checkDatabases(databases, config, log);
    instance ??= await joinInstances(databases.target, {
      place: uploadsPlace(config),
      log,
      isEmbedded: embedded !== null,
    });
    await fillDatabase(databases, { root, log, progress });
    await checkStoredSecrets(databases, services.accounts.keyring);
    ownership = await prepareOwnership(services);
    isMigrated = true;
    const { setup } = databases;
    for (const { message } of await findOversights({ config, withDatabase: (run) => run(setup) }))
      log.warn(message);
    startWork(options, databases, services, background);
  };
  const serve = () =>
    port.serve(
      createRequestListener({
        services,
        pages: options.pages,
        staticFiles: options.staticFiles,
        isTrustedProxy: port.isTrustedProxy,
        startStep: () => (isMigrated ? null : progress.current()),
        isDraining: () => stopping.signal.aborted,
        tracing,
      }),
    );
  const running = { url: port.url, ownership: () => ownership, stop: () => shutdown.close() };
  if (embedded === null) {
    serve();
    const ready = retryUntilUsable(prepare, stopping.signal, { log, progress });
    ready.catch(() => undefined);
    return { ...running, ready };
  }
  await prepare().catch((error: unknown) => {
    throw toEmbeddedError(error, config.dataDir);
  });
  serve();
  return { ...running, ready: Promise.resolve() };
}

/** Starts what a usable database allows. */
function startWork(
  { config, root, log }: SiteOptions,
  { setup, jobs }: ProcessDatabases,
  services: AppServices,
  background: BackgroundWork,
): void {
  const { notifications, media } = services;
  const { mediaProber, uploadsOnDisk } = media;
  background.start(
    createJobContext({ database: jobs, config, root, notifications, probe: mediaProber.run }),
  );
  void removeStaleDrafts(uploadsOnDisk, log);
  void renewCatalog(setup.db, log, () => clearCatalogCaches(services));
}

async function openTracing(
  { tracing: { endpoint } }: Config,
  log: Log,
  shutdown: ShutdownStack,
): Promise<Tracing | null> {
  if (endpoint === null) return null;
  const tracing = await startTracing({ endpoint, log });
  shutdown.add({ tracing: () => tracing.shutdown() });
  return tracing;
}

/** Forgets what is cached of the catalog when anything changes it. */
function followCatalog(
  services: AppServices,
  database: ProcessDatabases["requests"],
  background: BackgroundWork,
  shutdown: ShutdownStack,
): void {
  const watching = watchCatalog({
    database,
    onChange() {
      clearCatalogCaches(services);
      services.shared.responseCache.clear();
      services.shared.textCache.clear();
      services.visitorPages.clear();
      background.wake();
    },
  });
  shutdown.add({ "catalog's changes": () => watching.stop() });
}

function clearCatalogCaches({ shared }: AppServices): void {
  shared.caches.clear();
}

async function removeStaleDrafts(
  uploadsOnDisk: AppServices["media"]["uploadsOnDisk"],
  log: Log,
): Promise<void> {
  try {
    await uploadsOnDisk.removeStaleDrafts();
  } catch (error) {
    log.warn({ err: errorMessage(error) }, "unfinished uploads could not be removed");
  }
}
