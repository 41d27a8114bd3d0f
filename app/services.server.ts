import { join } from "node:path";
import { RATE_LIMIT_DEFAULTS, type RateLimitName } from "~/config/rate-limits";
import type { Config } from "~/config/config.server";
import { messageOf } from "~/errors/message-of";
import { createAnswerCache } from "~/http/response/cache/answer-cache.server";
import { createOneAtATime } from "~/features/accounts/sign-in/one-at-a-time";
import { createPasswordHasher } from "~/features/accounts/password/password-hasher.server";
import { createSignInThrottle } from "~/features/accounts/sign-in/sign-in-throttle";
import type { Services } from "~/http/context";
import { createRateLimiter, type RateLimiter } from "~/http/request/rate-limiter";
import { createRemembered } from "~/http/response/cache/remembered.server";
import { createSessionCookie } from "~/http/session/session-cookie.server";
import { storedSessionSecret } from "~/http/session/session-secret.server";
import { createImageCache } from "~/media/images/cache/image-cache.server";
import { createImageProxy } from "~/media/images/proxy/image-proxy.server";
import { createTransformPool } from "~/media/images/transform/transform-pool.server";
import { createCoverStore } from "~/media/images/cover-store.server";
import { renderCover } from "~/media/images/render-cover.server";
import { createVideoProxy } from "~/media/video/video-proxy.server";
import { createSocialPictures } from "~/media/images/titles/social-picture.server";
import { createTitlePictures } from "~/media/images/titles/title-pictures.server";
import { rememberPicture } from "~/features/catalog/pictures/remember-picture.server";
import { createStorage } from "~/media/storage/create-storage.server";
import { createDiskStorage } from "~/media/storage/disk.server";
import type { Log } from "~/observability/log.server";
import { createOutbound } from "~/outbound/guarded-fetch.server";
import { createOperatorFetch } from "~/outbound/operator-fetch.server";
import { createOpenIdProvider } from "~/providers/openid/provider.server";
import type { DatabaseClient } from "~db/client.server";

/** Some five thousand covers as cards show them. */
const COVER_MEMORY_BYTES = 48 * 1024 * 1024;
/** Some three thousand converted images, the ones asked for most often. */
const IMAGE_MEMORY_BYTES = 64 * 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Own covers in the sizes that cards show, and the time after which they are fetched anew. */
const TITLE_MEMORY_BYTES = 32 * 1024 * 1024;
const TITLE_PICTURES_MS = 30 * DAY_MS;

/** One answer of an identity provider. A whole sign-in has a deadline of its own on top. */
const PROVIDER_LIMITS = { timeoutMs: 8_000, maxBytes: 1024 * 1024 };
/** Home in its languages with and without mature titles, this hour and the one before, names of genres and studios, and what is like the titles most looked at. */
const REMEMBERED_ENTRIES = 64;

interface Parts {
  config: Config;
  /** The project's folder, where the workers' files are. */
  root: string;
  log: Log;
  database: DatabaseClient;
  /** Whether the schema is current; pages before that would only find missing tables. */
  isMigrated: () => boolean;
}

/**
 * Whole files such as images and metadata: a page may ask for a hundred covers of one host at once, which wait for their turn rather
 * than open a hundred connections to it.
 */
const OUTBOUND_SLOTS = { perHost: 16, total: 128, queue: 1024 };

/**
 * Streams last as long as their viewers watch, often many of one host. One client can start a hundred a minute (the rate limit) and stall each
 * for five, which is less than a host's share.
 */
const VIDEO_SLOTS = { perHost: 512, total: 1024, queue: 256 };

/** Builds everything that routes work with. Two calls give two independent sets. */
export function createServices({ config, root, log, database, isMigrated }: Parts): Services {
  const names = Object.keys(RATE_LIMIT_DEFAULTS) as RateLimitName[];
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
  const imageCache = (name: string, maxMemoryBytes: number, maxAgeMs: number) =>
    createImageCache({
      folder: join(config.dataDir, "cache", name),
      maxDiskBytes: config.images.cacheBytes,
      maxMemoryBytes,
      maxAgeMs,
      log,
    });
  const images = createImageProxy({
    outbound,
    rules,
    pool: transforms,
    cache: imageCache("images", IMAGE_MEMORY_BYTES, DAY_MS),
  });
  const titleCache = imageCache("titles", TITLE_MEMORY_BYTES, TITLE_PICTURES_MS);
  return {
    config,
    log,
    sql: database.sql,
    db: database.db,
    limiters: Object.fromEntries(
      names.map((name) => [name, createRateLimiter(config.rateLimits[name])]),
    ) as Record<RateLimitName, RateLimiter>,
    answers: createAnswerCache(),
    outbound,
    transforms,
    storage: createStorage(config.storage, uploadsFolder),
    ownFiles: createDiskStorage(uploadsFolder),
    images,
    titlePictures: createTitlePictures({
      fetchSource: images.fetchSource,
      pool: transforms,
      cache: titleCache,
      onSeen: (seen) => {
        rememberPicture(database.db, seen).catch((error: unknown) =>
          log.warn({ err: messageOf(error) }, "a picture's colours could not be kept"),
        );
      },
    }),
    socialPictures: createSocialPictures(titleCache),
    videoProxy: createVideoProxy(createOutbound({ ...rules, slots: VIDEO_SLOTS })),
    sessionCookie: createSessionCookie(
      config.session.secrets ?? [storedSessionSecret(config.dataDir)],
    ),
    hasher: createPasswordHasher({
      workerFile: join(root, "app/features/accounts/password/password-worker.mjs"),
      cost: config.bcryptCost,
      lowPriority: config.production,
    }),
    throttle: createSignInThrottle(),
    oneAtATime: createOneAtATime(),
    provider:
      config.oauth === null
        ? null
        : createOpenIdProvider(config.oauth, createOperatorFetch(PROVIDER_LIMITS)),
    remembered: createRemembered(REMEMBERED_ENTRIES),
    covers: createCoverStore({ maxBytes: COVER_MEMORY_BYTES, render: renderCover }),
    async checkReady() {
      if (!isMigrated()) throw new Error("the schema is not migrated yet");
      await database.sql`select 1`;
    },
  };
}
