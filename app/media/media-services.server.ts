import { join } from "node:path";
import type { Semaphore } from "~/concurrency/semaphore";
import { createOutbound } from "~/outbound/guarded-fetch.server";
import { createMediaSigner, type MediaSigner } from "./access/media-signer";
import {
  createImageServices,
  type ImageServices,
  type ImageServicesOptions,
} from "./images/image-services.server";
import {
  createPlayerServices,
  type PlayerServices,
  type PlayerServicesOptions,
} from "./playback/player-services.server";
import { createStorage } from "./storage/create-storage.server";
import { createDiskStorage, type DiskStorage } from "./storage/disk.server";
import type { FileStorage } from "./storage/file-storage";
import { createStreamSlots } from "./video/stream-slots";
import { createVideoProxy, type VideoProxy } from "./video/video-proxy.server";

export interface MediaServices extends ImageServices, PlayerServices {
  mediaSigner: MediaSigner;
  videoProxy: VideoProxy;
  streamSlots: Semaphore;
  storage: FileStorage;
  /** Includes files from before another storage was configured. */
  uploadsOnDisk: Pick<DiskStorage, "read" | "removeStaleDrafts">;
}

interface MediaServicesOptions
  extends
    Omit<ImageServicesOptions, "uploadsOnDisk">,
    Pick<PlayerServicesOptions, "playerTimeouts"> {
  /** Secrets that sign media URLs, the current one first. */
  secrets: readonly string[];
}

/** Streams last as long as playback. */
const VIDEO_SLOTS = { perHost: 512, total: 1024, queue: 256 };

/** Builds everything that serves images, video and stored files. */
export function createMediaServices(options: MediaServicesOptions): MediaServices {
  const { config, secrets, rules } = options;
  const uploadsFolder = join(config.dataDir, "uploads");
  const uploadsOnDisk = createDiskStorage(uploadsFolder);
  const streamSlots = createStreamSlots({
    perClient: config.clientLimits.streams,
    total: VIDEO_SLOTS.total,
  });
  return {
    ...createImageServices({ ...options, uploadsOnDisk }),
    ...createPlayerServices(options),
    mediaSigner: createMediaSigner(secrets),
    videoProxy: createVideoProxy({
      outbound: createOutbound({ ...rules, slots: VIDEO_SLOTS }),
      slots: streamSlots,
    }),
    streamSlots,
    storage: createStorage(config.storage, uploadsFolder),
    uploadsOnDisk,
  };
}
