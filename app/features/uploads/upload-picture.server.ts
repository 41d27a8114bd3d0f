import { aboutField } from "~/errors/about-field";
import { AppError } from "~/errors/app-error";
import { requireImage } from "~/media/images/proxy/fetch-image.server";
import type { ImageProxy } from "~/media/images/proxy/image-proxy.server";
import type { Area } from "~/media/images/transform/output-size.mjs";
import type { TransformPool } from "~/media/images/transform/transform-pool.server";
import type { StoredFiles } from "~/media/storage/stored-files";
import type { Database } from "~db/client.server";
import { makePicture } from "./make-picture.server";
import { storeUpload } from "./store-upload.server";
import type { NamedImage } from "./upload-input";
import { MAX_UPLOAD_BYTES } from "./upload-limits";

interface Tools {
  db: Database;
  storage: StoredFiles;
  transforms: TransformPool;
  images: Pick<ImageProxy, "fetchSource">;
  /** How many bytes of files a person may have. */
  quotaBytes: number;
}

interface Upload {
  userId: string;
  image: NamedImage;
  isBanner: boolean;
  area?: Area | undefined;
  /** The field that the image came in: refusals name it. */
  field: string;
  /** The public origin under which the person reached us, refused as a source. */
  ownOrigin: string;
  signal: AbortSignal;
}

/**
 * Makes an avatar or a banner out of an image, stores it and answers its public address (specification 4.2). Throws `Invalid` that names the field, `AppError`
 * "too-large" for the image or the person's quota, `Busy`, `Cancelled`, and `StorageFailed`.
 */
export async function uploadPicture(tools: Tools, upload: Upload): Promise<string> {
  const bytes = await aboutField(upload.field, () => pictureOf(tools, upload));
  return storeUpload(tools, { userId: upload.userId, bytes, contentType: "image/webp" });
}

async function pictureOf(
  { images, transforms }: Tools,
  { image, ownOrigin, ...cut }: Upload,
): Promise<Uint8Array> {
  if (image.kind === "bytes") {
    if (image.bytes.byteLength > MAX_UPLOAD_BYTES)
      throw new AppError("too-large", "The image may have at most 15 MB.");
    requireImage(image.bytes);
    return makePicture(transforms, [image.bytes], cut);
  }
  const source = await images.fetchSource(image.url, {
    maxBytes: MAX_UPLOAD_BYTES,
    ownOrigin,
    signal: cut.signal,
  });
  return makePicture(transforms, source.parts, cut).finally(() => source.release());
}
