import { join } from "node:path";
import type { MemoryBudget } from "~/caching/memory-budget";
import { createKeyCache } from "~/caching/key-cache";
import type { Config } from "~/config/config.server";
import { workerFile } from "~/config/worker-file.server";
import type { Semaphore } from "~/concurrency/semaphore";
import type { DiskStorage } from "~/media/storage/disk.server";
import type { ClearableCache } from "~/media/storage/folder-cache.server";
import type { Log } from "~/observability/log.server";
import type { Outbound } from "~/outbound/guarded-fetch.server";
import type { SourceRules } from "~/outbound/source-rules";
import { createArtworkCache, type ArtworkCache } from "./artwork-cache.server";
import { createImageCache, type ImageCache } from "./cache/image-cache.server";
import { createImageSlots } from "./image-slots";
import { createImageProxy, type ImageProxy } from "./proxy/image-proxy.server";
import { renderArtwork } from "./render-artwork.server";
import { withUploads } from "./titles/uploads-source.server";
import { createSocialImages, type SocialImages } from "./titles/social-images.server";
import {
  createTitleImages,
  type ImagePreview,
  type TitleImages,
} from "./titles/title-images.server";
import { createTransformPool, type TransformPool } from "./transform/transform-pool.server";

export interface ImageServices {
  images: ImageProxy;
  titleImages: TitleImages;
  socialImages: SocialImages;
  artworkCache: ArtworkCache;
  transforms: TransformPool;
  imageSlots: Semaphore;
  /** What the caches have on disk. */
  imageCaches: { images: ClearableCache; titles: ClearableCache };
}

export interface ImageServicesOptions {
  config: Config;
  root: string;
  log: Log;
  budget: MemoryBudget;
  outbound: Outbound;
  rules: SourceRules;
  uploadsOnDisk: Pick<DiskStorage, "read">;
  /** Called with the color and the placeholder of each title's image when it is first seen. */
  onPreview: (preview: ImagePreview) => void;
  imageTimeouts?: ImageTimeouts | undefined;
}

/** Milliseconds; the product's own by default. */
export interface ImageTimeouts {
  /** How long a request waits for a title's image before artwork is served instead. */
  titleMs?: number;
  fetchMs?: number;
  /** A conversion, and its wait for one. */
  transformMs?: number;
}

/** Each takes one of the four threads of this process that also read files. */
const MAX_DRAWINGS = 3;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Builds what fetches, draws, transforms and caches images. */
export function createImageServices({
  config,
  root,
  log,
  budget,
  outbound,
  rules,
  uploadsOnDisk,
  onPreview,
  imageTimeouts: { titleMs, fetchMs, transformMs } = {},
}: ImageServicesOptions): ImageServices {
  const createCache = cacheFactory(config, budget, log);
  const transforms = createTransformPool({
    workerFile: workerFile(
      root,
      "app/media/images/transform",
      "transform-worker",
      "transform-worker.mjs",
    ),
    workers: config.images.workers,
    timeoutMs: transformMs,
    maxWaitMs: transformMs,
  });
  const imageSlots = createImageSlots({ perClient: config.clientLimits.images });
  const proxied = createCache("images", DAY_MS);
  const titles = createCache("titles", 30 * DAY_MS);
  const images = createImageProxy({
    outbound,
    rules,
    pool: transforms,
    cache: proxied,
    keysByRawQuery: budget.add("image-keys", createKeyCache),
    slots: imageSlots,
    deadlineMs: fetchMs,
  });
  return {
    images,
    titleImages: createTitleImages({
      fetchSource: withUploads(images.fetchSource, uploadsOnDisk),
      pool: transforms,
      cache: titles,
      slots: imageSlots,
      onPreview,
      timeoutMs: titleMs,
    }),
    socialImages: createSocialImages(titles),
    artworkCache: budget.add("covers", (maxBytes) =>
      createArtworkCache({
        maxBytes,
        atOnce: Math.min(MAX_DRAWINGS, config.images.workers),
        render: renderArtwork,
      }),
    ),
    transforms,
    imageSlots,
    imageCaches: { images: toClearable(proxied), titles: toClearable(titles) },
  };
}

function cacheFactory({ images: { cacheBytes }, dataDir }: Config, budget: MemoryBudget, log: Log) {
  return (name: "images" | "titles", maxAgeMs: number) =>
    budget.add(name, (maxMemoryBytes) =>
      createImageCache({
        folder: join(dataDir, "cache", name),
        maxDiskBytes: cacheBytes,
        maxMemoryBytes,
        maxAgeMs,
        log,
      }),
    );
}

function toClearable(cache: ImageCache): ClearableCache {
  return { bytes: () => Promise.resolve(cache.diskBytes), clear: () => cache.clear() };
}
