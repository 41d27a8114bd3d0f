import { join } from "node:path";
import { RATE_LIMIT_DEFAULTS, type RateLimitName } from "~/config/rate-limits";
import type { Config } from "~/config/config.server";
import { createKeyedMutex } from "~/concurrency/keyed-mutex";
import { createSemaphore } from "~/concurrency/semaphore";
import { errorMessage } from "~/errors/error-message";
import { createResponseCache } from "~/http/response/cache/response-cache.server";
import { createPasswordHasher } from "~/features/accounts/password/password-hasher.server";
import { createFailureCounts } from "~/features/accounts/sign-in/failure-counts";
import { createSharedFailureCounts } from "~/features/accounts/sign-in/shared-failure-counts.server";
import { createSignInThrottle } from "~/features/accounts/sign-in/sign-in-throttle";
import { checkSource } from "~/features/playback/sources/check-source.server";
import { readLocalStart } from "~/features/playback/sources/read-local-start.server";
import { createRoomHub } from "~/features/playback/rooms/room-hub.server";
import type { ClearableCache } from "~/features/site/caches";
import { createScanRequests } from "~/features/library/scan-requests";
import { createSiteSettings } from "~/features/site/site-settings.server";
import { createListParser } from "~/features/watch-list/transfer/list-parser.server";
import type { CatalogTools, Services } from "~/http/context";
import { createVisitorPages } from "~/http/pages/visitor-pages.server";
import { createRequestSlots } from "~/http/request/request-slots";
import { createUploadSlots } from "~/http/request/upload-slots";
import { createRateLimiter, type RateLimiter } from "~/http/request/rate-limiter";
import { createSharedRateLimiter } from "~/http/request/shared-rate-limiter.server";
import { createValueCache } from "~/http/response/cache/value-cache.server";
import { createProviderCookies } from "~/http/session/provider-cookies.server";
import { createSessionCookie } from "~/http/session/session-cookie.server";
import { loadSessionSecret } from "~/http/session/session-secret.server";
import { createJobQueue } from "~/jobs/job-queue.server";
import { createPageImports } from "~/jobs/page-imports.server";
import { sampleJobs } from "~/jobs/sample-jobs.server";
import { createBucketCache } from "~/media/images/cache/bucket-cache.server";
import { createImageCache, type ImageCache } from "~/media/images/cache/image-cache.server";
import { createImageSlots } from "~/media/images/image-slots";
import { createImageProxy } from "~/media/images/proxy/image-proxy.server";
import { createTransformPool } from "~/media/images/transform/transform-pool.server";
import { createMediaWorker } from "~/media/container/media-worker.server";
import { createArtworkCache } from "~/media/images/artwork-cache.server";
import { renderArtwork } from "~/media/images/render-artwork.server";
import { createMediaSigner } from "~/media/access/media-signer";
import { findFfmpeg } from "~/media/playback/encode/ffmpeg.server";
import type { FilePlayer } from "~/media/playback/file-player.server";
import { createLazyFilePlayer } from "~/media/playback/lazy-file-player.server";
import type { SubtitleTask } from "~/media/playback/subtitles/subtitle-files.server";
import { createPictureStore } from "~/media/playback/seek-pictures/picture-store.server";
import { createStreamSlots } from "~/media/video/stream-slots";
import { createVideoProxy } from "~/media/video/video-proxy.server";
import { createSocialImages } from "~/media/images/titles/social-images.server";
import { withOwnFiles } from "~/media/images/titles/own-files-source.server";
import { createTitleImages } from "~/media/images/titles/title-images.server";
import { saveImagePreview } from "~/features/catalog/images/save-image-preview.server";
import { createCacheClient, createStorage } from "~/media/storage/create-storage.server";
import { clearFolder, readFolderBytes } from "~/media/storage/folder-cache.server";
import { createDiskStorage } from "~/media/storage/disk.server";
import { createCspReportLog } from "~/observability/csp-report-log";
import type { Log } from "~/observability/log.server";
import { createMetrics } from "~/observability/metrics.server";
import { createRecentErrors, type RecentErrors } from "~/observability/recent-errors";
import { createOutbound } from "~/outbound/guarded-fetch.server";
import { createOperatorFetch } from "~/outbound/operator-fetch.server";
import { connectLimitStore } from "~/providers/limits/limit-store.server";
import { createMailer } from "~/providers/mail/mailer.server";
import { createOpenIdProvider } from "~/providers/openid/provider.server";
import type { DatabaseClient } from "~db/client.server";

const COVER_MEMORY_BYTES = 48 * 1024 * 1024;
const IMAGE_MEMORY_BYTES = 64 * 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
const TITLE_MEMORY_BYTES = 32 * 1024 * 1024;
const TITLE_IMAGE_MS = 30 * DAY_MS;

/** Per request; a sign-in has its own deadline. */
const PROVIDER_LIMITS = { timeoutMs: 8_000, maxBytes: 1024 * 1024 };
/** Home per locale and parental control; genres, studios, similar titles. */
const MAX_CACHED_VALUES = 64;
/** Tens of kilobytes each. */
const MAX_OWN_VALUES = 128;
/** Statistics are tens of kilobytes each; numbers of tabs and of changes are small. */
const MAX_CACHED_LISTS = 512;
/** Parts of the sitemap are megabytes. */
const MAX_CACHED_TEXTS = 16;

interface ServiceOptions {
  config: Config;
  root: string;
  log: Log;
  database: DatabaseClient;
  /** Without time limits; default `database`. */
  background?: DatabaseClient;
  /** Collects the log's errors. */
  recentErrors?: RecentErrors;
  isMigrated: () => boolean;
  /** After a job was requested. */
  wakeJobs?: () => void;
}

/** A page may request a hundred covers of one host. */
const OUTBOUND_SLOTS = { perHost: 16, total: 128, queue: 1024 };

/** Streams last as long as playback. */
const VIDEO_SLOTS = { perHost: 512, total: 1024, queue: 256 };

/** Pages that are connected to a room. */
const MAX_ROOM_PAGES = 1_024;

export function createServices({
  config,
  root,
  log,
  database,
  background = database,
  recentErrors = createRecentErrors(),
  isMigrated,
  wakeJobs = () => undefined,
}: ServiceOptions): Services {
  const names = Object.keys(RATE_LIMIT_DEFAULTS) as RateLimitName[];
  const secrets = config.session.secrets ?? [loadSessionSecret(config.dataDir)];
  const limitStore =
    config.sharedLimits.url === null ? null : connectLimitStore(config.sharedLimits.url, log);
  const failureCounts = createFailureCounts();
  const uploadsFolder = join(config.dataDir, "uploads");
  const rules = {
    allow: config.outbound.allow,
    ownOrigins: config.server.publicUrl === null ? [] : [config.server.publicUrl.origin],
  };
  const outbound = createOutbound({ ...rules, slots: OUTBOUND_SLOTS });
  const transforms = createTransformPool({
    workerFile: join(root, "app/media/images/transform/transform-worker.mjs"),
    workers: config.images.workers,
  });
  const { bucket } = config.images;
  const bucketClient = bucket === null ? null : createCacheClient(bucket);
  const imageCache = (name: string, maxMemoryBytes: number, maxAgeMs: number) =>
    createImageCache({
      folder: join(config.dataDir, "cache", name),
      maxDiskBytes: config.images.cacheBytes,
      maxMemoryBytes,
      maxAgeMs,
      bucket:
        bucket === null || bucketClient === null
          ? null
          : createBucketCache({
              bucket,
              prefix: `image-cache/${name}/`,
              maxAgeMs,
              outbound: bucketClient,
              log,
            }),
      log,
    });
  const imageSlots = createImageSlots({ perClient: config.clientLimits.images });
  const proxiedCache = imageCache("images", IMAGE_MEMORY_BYTES, DAY_MS);
  const images = createImageProxy({
    outbound,
    rules,
    pool: transforms,
    cache: proxiedCache,
    slots: imageSlots,
  });
  const ownFiles = createDiskStorage(uploadsFolder);
  const uploadSlots = createUploadSlots();
  const jobQueue = createJobQueue(database);
  const siteSettings = createSiteSettings(database.db, { signUps: config.signUps });
  const requestSlots = createRequestSlots(config.clientLimits);
  const streamSlots = createStreamSlots({
    perClient: config.clientLimits.streams,
    total: VIDEO_SLOTS.total,
  });
  const roomSlots = createSemaphore({
    limit: MAX_ROOM_PAGES,
    limitPerClient: config.clientLimits.rooms,
  });
  const titleCache = imageCache("titles", TITLE_MEMORY_BYTES, TITLE_IMAGE_MS);
  const { ffmpegPath, searchPath, encodedCacheBytes } = config.media;
  const encodedFolder = join(config.dataDir, "cache", "encoded");
  const picturesFolder = join(config.dataDir, "cache", "pictures");
  const findBinary = () => findFfmpeg(ffmpegPath, searchPath);
  const workerFile = (folder: string, name: string) =>
    import.meta.env?.PROD
      ? join(root, "build/server", `${name}.js`)
      : join(root, folder, `${name}.dev.mjs`);
  const onWorkerError = (error: unknown) =>
    log.error({ err: String(error) }, "a worker that reads files failed");
  const subtitleWorker = createMediaWorker<SubtitleTask, Uint8Array>({
    workerFile: workerFile("app/media/playback/subtitles", "subtitle-worker"),
    onError: onWorkerError,
  });
  const createPlayer = async (): Promise<FilePlayer> => {
    const [{ createFilePlayer }, { createAudioEncoder }, { createVideoEncoder }] =
      await Promise.all([
        import("~/media/playback/file-player.server"),
        import("~/media/playback/encode/audio-encoder.server"),
        import("~/media/playback/encode/video-encoder.server"),
      ]);
    return createFilePlayer({
      audioEncoder: createAudioEncoder({ findBinary }),
      videoEncoder: createVideoEncoder({
        findBinary,
        allowsHardware: config.media.hardwareEncoding,
        cacheFolder: encodedFolder,
        maxCacheBytes: encodedCacheBytes,
      }),
      pictures: createPictureStore(picturesFolder),
      readSubtitles: subtitleWorker.run,
    });
  };
  const { sql, db } = database.reads ?? database;
  const catalog: CatalogTools = {
    sql,
    db,
    catalogCache: createValueCache(MAX_CACHED_VALUES),
    ownCache: createValueCache(MAX_OWN_VALUES),
  };
  const replicas = database.reads?.replicas ?? null;
  return {
    config,
    log,
    metrics: createMetrics(
      {
        pages: () => requestSlots.pages,
        api: () => requestSlots.api,
        streams: () => streamSlots,
        images: () => imageSlots,
        uploads: () => uploadSlots,
        rooms: () => roomSlots,
        database: database.load,
      },
      () => sampleJobs(database, jobQueue),
      {
        sharesLimits: limitStore === null ? null : () => limitStore.isConnected,
        readReplicas: replicas && (() => replicas.state()),
      },
    ),
    logCspViolation: createCspReportLog(log),
    sql: database.sql,
    db: database.db,
    catalog,
    replicas,
    limiters: Object.fromEntries(
      names.map((name) => {
        const limit = config.rateLimits[name];
        const local = createRateLimiter(limit);
        return [
          name,
          limitStore === null ? local : createSharedRateLimiter(name, limit, limitStore, local),
        ];
      }),
    ) as Record<RateLimitName, RateLimiter>,
    limitStore,
    responseCache: createResponseCache({ keyHeader: config.cdn.keyHeader }),
    outbound,
    transforms,
    uploadSlots,
    requestSlots,
    roomSlots,
    roomHub: createRoomHub({
      database,
      onError: (error) => log.warn({ err: errorMessage(error) }, "updating a room failed"),
    }),
    storage: createStorage(config.storage, uploadsFolder),
    ownFiles,
    images,
    titleImages: createTitleImages({
      fetchSource: withOwnFiles(images.fetchSource, ownFiles),
      pool: transforms,
      cache: titleCache,
      slots: imageSlots,
      onPreview: (preview) => {
        saveImagePreview(database.db, preview).catch((error: unknown) =>
          log.warn({ err: errorMessage(error) }, "storing an image's color failed"),
        );
      },
    }),
    socialImages: createSocialImages(titleCache),
    videoProxy: createVideoProxy({
      outbound: createOutbound({ ...rules, slots: VIDEO_SLOTS }),
      slots: streamSlots,
    }),
    mediaSigner: createMediaSigner(secrets),
    filePlayer: createLazyFilePlayer(createPlayer),
    sessionCookie: createSessionCookie(secrets),
    providerCookies: createProviderCookies(secrets),
    hasher: createPasswordHasher({
      workerFile: join(root, "app/features/accounts/password/password-worker.mjs"),
      cost: config.bcryptCost,
      lowPriority: config.production,
    }),
    listParser: createListParser({
      workerFile: workerFile("app/features/watch-list/transfer", "parse-list-worker"),
      onError: (error) => log.error({ err: String(error) }, "the list parser's worker failed"),
    }),
    mediaProber: createMediaWorker({
      workerFile: workerFile("app/media/container", "probe-worker"),
      onError: onWorkerError,
    }),
    subtitleWorker,
    throttle: createSignInThrottle({
      counts:
        limitStore === null ? failureCounts : createSharedFailureCounts(limitStore, failureCounts),
    }),
    signUpMutex: createKeyedMutex(),
    provider:
      config.oauth === null
        ? null
        : createOpenIdProvider(config.oauth, createOperatorFetch(PROVIDER_LIMITS)),
    mailer: config.mail === null ? null : createMailer(config.mail),
    imports: createPageImports({ database: background, log }),
    caches: {
      images: imageCacheFacts(proxiedCache),
      titles: imageCacheFacts(titleCache),
      encoded: folderFacts(encodedFolder),
      pictures: folderFacts(picturesFolder),
      fingerprints: folderFacts(join(config.dataDir, "cache", "fingerprints")),
    },
    recentErrors,
    checkSource: (address, signal) =>
      checkSource(address, {
        outbound,
        readOwnStart: (path) => readLocalStart(database.db, root, path),
        ...(signal === undefined ? {} : { signal }),
      }),
    scanRequests: createScanRequests(),
    siteSettings,
    visitorPages: createVisitorPages({ readSite: () => siteSettings.readCached() }),
    jobs: { queue: jobQueue, wake: wakeJobs },
    catalogCache: catalog.catalogCache,
    ownCache: catalog.ownCache,
    listCache: createValueCache(MAX_CACHED_LISTS),
    textCache: createValueCache(MAX_CACHED_TEXTS),
    artworkCache: createArtworkCache({ maxBytes: COVER_MEMORY_BYTES, render: renderArtwork }),
    async checkReady() {
      if (!isMigrated()) throw new Error("the schema is not migrated yet");
      await database.sql`SELECT 1`;
    },
  };
}

function folderFacts(folder: string): ClearableCache {
  return { bytes: () => readFolderBytes(folder), clear: () => clearFolder(folder) };
}

function imageCacheFacts(cache: ImageCache): ClearableCache {
  return { bytes: () => Promise.resolve(cache.diskBytes), clear: () => cache.clear() };
}
