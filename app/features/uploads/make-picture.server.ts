import { Invalid } from "~/errors/app-error";
import type { Area } from "~/media/images/transform/output-size.mjs";
import type { TransformPool } from "~/media/images/transform/transform-pool.server";
import { MAX_FILE_BYTES } from "~/media/storage/stored-files";

/** What profiles show at most, on screens with two pixels for each of the page's (specification 8: 1:1 and 1080:300). */
const AVATAR = { width: 512, height: 512 };
const BANNER = { width: 2160, height: 600 };
/** From the best down, until the picture fits into one stored block. Only noise ever needs more than the first. */
const QUALITIES = [82, 60, 30, 5];

/** How a picture is cut. */
export interface Cut {
  isBanner: boolean;
  /** The part of the source to keep, upright; the middle of the whole otherwise. */
  area?: Area | undefined;
  signal?: AbortSignal;
}

/**
 * An avatar or a banner as WebP: decoded and encoded anew, so that nothing of what was sent is ever served. The source is one of an accepted type, in its
 * parts. Throws what the transform throws.
 */
export async function makePicture(
  pool: TransformPool,
  source: readonly Uint8Array[],
  { isBanner, area, signal }: Cut,
): Promise<Uint8Array> {
  const frame = isBanner ? BANNER : AVATAR;
  for (const quality of QUALITIES) {
    const task = {
      format: "webp",
      quality,
      width: 0,
      crop: area === undefined ? frame : { ...frame, area },
      placeholder: false,
    } as const;
    const { body } = await pool.transform(source, task, signal);
    if (body.byteLength <= MAX_FILE_BYTES) return body;
  }
  throw new Invalid([
    { path: "url", message: "The image does not get small enough to be stored." },
  ]);
}
