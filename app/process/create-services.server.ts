import { readSizes } from "~/features/site/site-health.server";
import { createAccountServices } from "~/features/accounts/account-services.server";
import { saveImagePreview } from "~/features/catalog/images/save-image-preview.server";
import { createLiveServices } from "~/features/notifications/live/live-hub.server";
import { readSeen } from "~/features/notifications/inbox/read-seen.server";
import { createNotificationServices } from "~/features/notifications/notification-services.server";
import { createPlaybackServices } from "~/features/playback/playback-services.server";
import { followList } from "~/features/suggestions/suggestion-state.server";
import { createSiteServices } from "~/features/site/site-services.server";
import { createUploadServices } from "~/features/uploads/upload-services.server";
import { tellPrograms } from "~/features/watch-list/tell-programs.server";
import { createWatchListServices } from "~/features/watch-list/watch-list-services.server";
import type { Config } from "~/config/config.server";
import { errorMessage } from "~/errors/error-message";
import type { Services } from "~/http/context";
import { createApiRoutes, type ApiRoutes } from "~/http/api/api-routes.server";
import { createPageRoutes, type PageRoutes } from "~/http/pages/page-routes";
import { createVisitorPages } from "~/http/pages/visitor-pages.server";
import { createRequestLimits } from "~/http/request/request-limits.server";
import { createResponseCache } from "~/http/response/cache/response-cache.server";
import { createKeyCache } from "~/caching/key-cache";
import { createKindCaches } from "~/caching/kind-caches";
import { createMemoryBudget, type MemoryBudget } from "~/caching/memory-budget";
import { createValueCache } from "~/caching/value-cache";
import { createPasskeyCookie } from "~/http/session/passkey-cookie.server";
import { createProviderCookies } from "~/http/session/provider-cookies.server";
import { createSessionCookie } from "~/http/session/session-cookie.server";
import { loadSessionSecret } from "~/http/session/session-secret.server";
import { createKeyring } from "~/secrets/keyring.server";
import { sampleJobs } from "~/jobs/sample-jobs.server";
import type { ImageTimeouts } from "~/media/images/image-services.server";
import { createMediaServices } from "~/media/media-services.server";
import type { PlayerTimeouts } from "~/media/playback/player-services.server";
import { createCspReportLog } from "~/observability/csp-report-log";
import type { Log } from "~/observability/log.server";
import { createMetrics, type Metrics } from "~/observability/metrics.server";
import { createRecentErrors, type RecentErrors } from "~/observability/recent-errors";
import { createOutbound } from "~/outbound/guarded-fetch.server";
import { connectLimitStore } from "~/providers/limits/limit-store.server";
import { createMailer } from "~/providers/mail/mailer.server";
import type { DatabaseClient } from "~db/client.server";
import type { AppServices } from "./app-services";

/** A page may request a hundred covers of one host. */
const OUTBOUND_SLOTS = { perHost: 16, total: 128, queue: 1024 };

interface ServiceOptions {
  config: Config;
  root: string;
  log: Log;
  database: DatabaseClient;
  /** Collects the log's errors. */
  recentErrors?: RecentErrors;
  isMigrated: () => boolean;
  pageRoutes?: PageRoutes;
  apiRoutes?: ApiRoutes;
  /** Called after a job was requested. */
  wakeJobs?: () => void;
  imageTimeouts?: ImageTimeouts;
  playerTimeouts?: PlayerTimeouts;
}

/** Composes what a process builds once. Each area builds its own part. */
export function createServices({
  config,
  root,
  log,
  database,
  recentErrors = createRecentErrors(),
  isMigrated,
  wakeJobs = () => undefined,
  pageRoutes = createPageRoutes({}),
  apiRoutes = createApiRoutes({}),
  imageTimeouts,
  playerTimeouts,
}: ServiceOptions): AppServices {
  const { db } = database;
  const budget = createMemoryBudget(config.cacheBytes);
  const secrets = config.session.secrets ?? [loadSessionSecret(config.dataDir)];
  const keyring = createKeyring(config.secretsKeys, secrets);
  const rules = {
    allow: config.outbound.allow,
    ownOrigins: config.server.publicUrl === null ? [] : [config.server.publicUrl.origin],
  };
  const outbound = createOutbound({ ...rules, slots: OUTBOUND_SLOTS });
  const limitStore =
    config.sharedLimits.url === null ? null : connectLimitStore(config.sharedLimits.url, log);
  const limits = createRequestLimits(config, limitStore);
  database.onFailing(() => limits.requestSlots.rejectWaiting());
  const media = createMediaServices({
    config,
    root,
    log,
    secrets,
    budget,
    outbound,
    rules,
    imageTimeouts,
    playerTimeouts,
    onPreview: (preview) => {
      saveImagePreview(db, preview).catch((error: unknown) =>
        log.warn({ err: errorMessage(error) }, "storing an image's color failed"),
      );
    },
  });
  const playback = createPlaybackServices({
    database,
    root,
    log,
    outbound,
    roomsPerClient: config.clientLimits.rooms,
  });
  const caches = { ...media.imageCaches, ...media.playerCaches };
  const site = createSiteServices({ config, db, caches, budget, recentErrors });
  const shared: Services = {
    config,
    log,
    sql: database.sql,
    db,
    caches: createKindCaches(budget),
    ...limits,
    responseCache: budget.add("responses", (maxBytes) =>
      createResponseCache({
        maxBytes,
        queryKeysByUrlKey: budget.add("response-keys", createKeyCache),
      }),
    ),
    listCaches: createKindCaches(budget),
    textCache: budget.add("texts", createValueCache<string>),
    sessionCookie: createSessionCookie(secrets),
    providerCookies: createProviderCookies(secrets),
    passkeyCookie: createPasskeyCookie(secrets),
    jobs: { wake: wakeJobs },
    mailer: config.mail === null ? null : createMailer(config.mail),
    logCspViolation: createCspReportLog(log),
  };
  const live = createLiveServices({
    db,
    onError: (error) => log.warn({ err: errorMessage(error) }, "updating open pages failed"),
    perClient: config.clientLimits.live,
  });
  const measured = { shared, live, media, playback, database, limitStore, budget };
  return {
    shared,
    accounts: createAccountServices({ config, root, db, keyring, limitStore }),
    live,
    media,
    notifications: createNotificationServices(config, keyring, shared.mailer),
    playback,
    site,
    uploads: createUploadServices({ config, db, media }),
    watchList: createWatchListServices({
      root,
      log,
      listListeners: [followList, readSeen, tellPrograms],
    }),
    pageRoutes,
    apiRoutes,
    visitorPages: budget.add("pages", (maxBytes) =>
      createVisitorPages({ maxBytes, readSite: () => site.siteSettings.readCached() }),
    ),
    metrics: measureServices(measured),
    limitStore,
    async checkReady() {
      if (!isMigrated()) throw new Error("the schema is not migrated yet");
      await database.sql`SELECT 1`;
    },
  };
}

interface MeasuredServices extends Pick<
  AppServices,
  "shared" | "live" | "media" | "playback" | "limitStore"
> {
  database: DatabaseClient;
  budget: MemoryBudget;
}

function measureServices({
  shared,
  live,
  media,
  playback,
  database,
  limitStore,
  budget,
}: MeasuredServices): Metrics {
  const { requestSlots, uploadSlots } = shared;
  return createMetrics(
    {
      pages: () => requestSlots.pages,
      api: () => requestSlots.api,
      streams: () => media.streamSlots,
      images: () => media.imageSlots,
      uploads: () => uploadSlots,
      rooms: () => playback.roomSlots,
      live: () => live.slots,
      database: database.load,
    },
    () => sampleJobs(database.db),
    {
      caches: () => budget.usage(),
      readSizes: () => readSizes(database.db, shared.config.dataDir),
      sharesLimits: limitStore === null ? null : () => limitStore.isConnected,
    },
  );
}
