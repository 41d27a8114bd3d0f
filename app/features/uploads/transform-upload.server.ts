import { Invalid } from "~/errors/app-error";
import type { Area } from "~/media/images/transform/output-size.mjs";
import type { TransformPool } from "~/media/images/transform/transform-pool.server";
import { MAX_FILE_BYTES } from "~/media/storage/file-storage";

/** Sizes of twice the displayed pixels. */
const FRAMES = {
  avatar: { width: 512, height: 512 },
  banner: { width: 2160, height: 600 },
  cover: { width: 800, height: 1200 },
} as const;
export type UploadFrame = keyof typeof FRAMES;
/** Qualities to try until the image fits one IPFS block; only noise needs a second. */
const QUALITIES = [82, 60, 30, 5];

export interface TransformOptions {
  frame: UploadFrame;
  area?: Area | undefined;
  client?: string;
  signal?: AbortSignal;
}

export async function transformUpload(
  pool: TransformPool,
  source: readonly Uint8Array[],
  { frame, area, client, signal }: TransformOptions,
): Promise<Uint8Array> {
  const size = FRAMES[frame];
  for (const quality of QUALITIES) {
    const task = {
      format: "webp",
      quality,
      width: 0,
      crop: area === undefined ? size : { ...size, area },
      placeholder: false,
    } as const;
    const { body } = await pool.transform(source, task, { client, signal });
    if (body.byteLength <= MAX_FILE_BYTES) return body;
  }
  throw new Invalid([{ path: "url", message: "image.notStorable" }]);
}
