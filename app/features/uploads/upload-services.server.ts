import type { Config } from "~/config/config.server";
import type { MediaServices } from "~/media/media-services.server";
import type { Database } from "~db/client.server";
import type { UploadServices } from "./upload-image.server";

interface UploadServicesOptions {
  config: Config;
  db: Database;
  media: Pick<MediaServices, "storage" | "transforms" | "images">;
}

/** Builds what stores users' images. */
export function createUploadServices({ config, db, media }: UploadServicesOptions): UploadServices {
  const { storage, transforms, images } = media;
  return { db, storage, transforms, images, quotaBytes: config.uploads.quotaBytes };
}
