import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { ROOT } from "./databases";

/** Deterministic, kept between runs. */
export interface ImageCorpus {
  folder: string;
  /** JPEGs of 1200×1700 pixels, about 400 kB each. */
  photos: string[];
}

const PHOTOS = 48;

export async function imageCorpus(): Promise<ImageCorpus> {
  const folder = join(ROOT, ".data/bench/pictures");
  mkdirSync(folder, { recursive: true });
  const createImage = async (name: string, encode: () => Promise<Buffer>): Promise<string> => {
    if (!existsSync(join(folder, name))) writeFileSync(join(folder, name), await encode());
    return name;
  };
  const photos: string[] = [];
  for (let index = 0; index < PHOTOS; index += 1)
    photos.push(await createImage(`photo-${index}.jpg`, () => photo(index)));
  return { folder, photos };
}

/** Soft shapes with fine grain, which compress and decode like a photograph. */
async function photo(index: number): Promise<Buffer> {
  const shapes = await noise(24 + index, 34 + index, 60)
    .png()
    .toBuffer();
  const grain = await noise(1200, 1700, 12).png().toBuffer();
  return sharp(
    await sharp(shapes).resize(1200, 1700, { fit: "fill", kernel: "cubic" }).png().toBuffer(),
  )
    .composite([{ input: grain, blend: "soft-light" }])
    .jpeg({ quality: 88 })
    .toBuffer();
}

function noise(width: number, height: number, sigma: number) {
  return sharp({
    create: {
      width,
      height,
      channels: 3,
      background: "#777777",
      noise: { type: "gaussian", mean: 128, sigma },
    },
  });
}
