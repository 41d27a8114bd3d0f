import { withFieldName } from "~/errors/with-field-name";
import { AppError } from "~/errors/app-error";
import { requireImage } from "~/media/images/proxy/fetch-image.server";
import type { ImageProxy } from "~/media/images/proxy/image-proxy.server";
import type { Area } from "~/media/images/transform/output-size.mjs";
import type { TransformPool } from "~/media/images/transform/transform-pool.server";
import type { FileStorage } from "~/media/storage/file-storage";
import type { Database } from "~db/client.server";
import { transformUpload, type UploadFrame } from "./transform-upload.server";
import { storeUpload } from "./store-upload.server";
import type { UploadSource } from "./upload-input";
import { MAX_UPLOAD_BYTES } from "./upload-limits";

export interface UploadServices {
  db: Database;
  storage: FileStorage;
  transforms: TransformPool;
  images: Pick<ImageProxy, "fetchSource">;
  quotaBytes: number;
}

interface Upload {
  userId: string;
  image: UploadSource;
  frame: UploadFrame;
  area?: Area | undefined;
  field: string;
  ownOrigin: string;
  client: string;
  signal: AbortSignal;
}

/**
 * Returns the public URL. Throws `Invalid` for `field`, `AppError` "too-large", `Busy`, `Cancelled`
 * and `StorageFailed`.
 */
export async function uploadImage(tools: UploadServices, upload: Upload): Promise<string> {
  const bytes = await withFieldName(upload.field, () => transformSource(tools, upload));
  return storeUpload(tools, { userId: upload.userId, bytes, contentType: "image/webp" });
}

async function transformSource(
  { images, transforms }: UploadServices,
  { image, ownOrigin, ...cut }: Upload,
): Promise<Uint8Array> {
  if (image.kind === "bytes") {
    if (image.bytes.byteLength > MAX_UPLOAD_BYTES)
      throw new AppError("too-large", "image.tooLarge");
    requireImage(image.bytes);
    return transformUpload(transforms, [image.bytes], cut);
  }
  const source = await images.fetchSource(image.url, {
    maxBytes: MAX_UPLOAD_BYTES,
    ownOrigin,
    client: cut.client,
    signal: cut.signal,
  });
  return transformUpload(transforms, source.parts, cut).finally(() => source.release());
}
