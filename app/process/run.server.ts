import type { Server } from "node:http";
import { join } from "node:path";
import type { Config } from "~/config/config.server";
import { messageOf } from "~/errors/message-of";
import { loadStarter } from "~/features/catalog/import/load-starter.server";
import { renewListingBitmaps } from "~/features/catalog/listing/bitmaps/renew-bitmaps.server";
import { ensureTitleKeys } from "~/features/catalog/search/title-keys/rebuild-title-keys.server";
import { watchCatalog } from "~/features/catalog/watch-catalog.server";
import { trustedProxies } from "~/http/request/client-address.server";
import { createLog, type Log } from "~/observability/log.server";
import { api } from "~/routes/api/endpoints.server";
import { createServices } from "~/services.server";
import { openDatabase, type DatabaseTarget } from "~db/client.server";
import { startEmbeddedPostgres } from "~db/embedded.server";
import { migrateDatabase } from "~db/migrate.server";
import { letHeapGrow } from "./heap-growth.server";
import { createHttpServer, drain, listen } from "./http-server.server";
import {
  createRequestListener,
  type PageHandler,
  type StaticFiles,
} from "./request-listener.server";
import { startChores } from "./chores.server";
import { startingListener } from "./starting-listener.server";

interface ProcessParts {
  config: Config;
  /** The project's folder: migrations and the starter catalog are found from it. */
  root: string;
  pages: PageHandler;
  staticFiles: StaticFiles;
  log?: Log;
}

interface RunningProcess {
  url: string;
  stop(): Promise<void>;
}

/** Requests that are under way at SIGTERM get this long; together with closing the pool and the database it stays under ten seconds. */
const DRAIN_MS = 5_000;
/** Between two attempts to reach a database that is not there yet. */
const RETRY_MS = 1_000;

/**
 * Starts the whole service and resolves when it serves. The port is taken first, so that a busy one is reported before
 * anything else happens, and an orchestrator sees a living process while the database is still on its way.
 */
async function startProcess({
  config,
  root,
  pages,
  staticFiles,
  log = createLog(config.log.level),
}: ProcessParts): Promise<RunningProcess> {
  letHeapGrow();
  const trustsProxy = trustedProxies(config.server.trustedProxies);
  let draining = false;
  let migrated = false;
  const server = createHttpServer(startingListener());
  const port = await listen(server, config.server.port, config.server.host);
  const embedded = config.database.url === null ? await startOrClose(server, config, log) : null;
  const target: DatabaseTarget = embedded?.options ?? config.database.url ?? "";
  const database = openDatabase(target, { poolSize: config.database.poolSize });
  const services = createServices({ config, root, log, database, isMigrated: () => migrated });
  const watching = watchCatalog({
    database,
    onChange: () => {
      services.answers.clear();
      services.remembered.clear();
    },
  });
  const chores = startChores({ services, isReady: () => migrated });
  const stopping = new AbortController();

  const stop = async () => {
    draining = true;
    stopping.abort();
    await drain(server, DRAIN_MS);
    await watching.stop();
    chores.stop();
    await services.hasher.close();
    services.transforms.close();
    await database.close();
    await embedded?.stop();
  };
  const prepare = async () => {
    await migrateDatabase(target, join(root, "db/migrations"));
    if (await ensureTitleKeys(database.db)) log.info("the search's rows are made anew");
    const starter = await loadStarter(database.db, join(root, "db/starter"));
    if (starter !== null)
      log.info(
        { counts: starter.counts, rejections: starter.rejections },
        "the starter catalog is loaded",
      );
    migrated = true;
    // Totals are exact meanwhile, only slower, so nobody has to wait for it.
    const renewal = renewListingBitmaps(database.db).then((isNew) =>
      isNew ? services.remembered.clear() : undefined,
    );
    void renewal.catch((error: unknown) =>
      log.warn({ err: messageOf(error) }, "the listing's bitmaps could not be made"),
    );
  };
  const serve = () => {
    server.removeAllListeners("request");
    server.on(
      "request",
      createRequestListener({
        services,
        api,
        pages,
        staticFiles,
        trustsProxy,
        isDraining: () => draining,
      }),
    );
  };

  if (embedded === null) {
    serve();
    void retry(prepare, stopping.signal, log);
  } else {
    await prepare().catch(async (error: unknown) => {
      await stop();
      throw error;
    });
    serve();
  }
  return {
    url: (config.server.publicUrl ?? new URL(`http://${printableHost(config.server.host)}:${port}`))
      .href,
    stop,
  };
}

/** npm passes on a signal that the terminal has sent to all processes already: repeats within this time are the same wish. */
const SAME_SIGNAL_MS = 1_000;

/** Runs the service until SIGTERM or SIGINT, also while it starts, and then ends the process with 0. A second signal ends it at once. */
export async function runProcess(parts: ProcessParts): Promise<void> {
  const starting = startProcess(parts);
  let askedAt: number | null = null;
  const stop = (signal: NodeJS.Signals) => {
    if (askedAt !== null) {
      if (performance.now() - askedAt > SAME_SIGNAL_MS) process.exit(1);
      return;
    }
    askedAt = performance.now();
    process.stdout.write(`${signal}: finishing what is under way …\n`);
    starting
      .then((running) => running.stop())
      .then(
        () => process.exit(0),
        (error: unknown) => {
          process.stderr.write(`Stopping failed: ${messageOf(error)}\n`);
          process.exit(1);
        },
      );
  };
  process.on("SIGTERM", stop);
  process.on("SIGINT", stop);
  const running = await starting;
  if (askedAt === null) process.stdout.write(welcome(running.url));
}

/** What the operator reads when everything works: where the site is, and what people do next. */
function welcome(url: string): string {
  return [
    "",
    `Akari is ready at ${url}`,
    "",
    "  Next:  open it in a browser and look around; the demo series plays without the internet",
    "         npm run catalog:import -- jikan     in a second terminal, brings the whole catalog",
    "         .env.example and docs/operating.md  name every setting",
    "  Stop:  Ctrl-C",
    "",
    "",
  ].join("\n");
}

async function startOrClose(server: Server, config: Config, log: Log) {
  try {
    return await startEmbeddedPostgres({
      dataDir: config.dataDir,
      log: (message: string) => log.info(message),
    });
  } catch (error) {
    server.close();
    server.closeAllConnections();
    throw error;
  }
}

/** Repeats until it works or the process stops. Someone else's database may start after us. */
async function retry(work: () => Promise<void>, stopped: AbortSignal, log: Log): Promise<void> {
  while (!stopped.aborted) {
    try {
      return await work();
    } catch (error) {
      log.warn({ err: messageOf(error) }, "the database is not ready, trying again");
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    }
  }
}

function printableHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "localhost";
  return host.includes(":") ? `[${host}]` : host;
}
