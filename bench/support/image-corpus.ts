import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { ROOT } from "./databases";

/** Images made for benchmarks, the same in every run; they stay for the next one. */
export interface ImageCorpus {
  folder: string;
  /** Names of photo-like JPEGs of 1200×1700 pixels, some 400 kB each. */
  photos: string[];
  /** Names of images that cost most within the limits: about 40 megapixels of noise in every format, interlaced and 16 bits deep. */
  worst: string[];
}

const PHOTOS = 48;

/** Makes what is missing. */
export async function imageCorpus(): Promise<ImageCorpus> {
  const folder = join(ROOT, ".data/bench/pictures");
  mkdirSync(folder, { recursive: true });
  const make = async (name: string, encode: () => Promise<Buffer>): Promise<string> => {
    if (!existsSync(join(folder, name))) writeFileSync(join(folder, name), await encode());
    return name;
  };
  const photos: string[] = [];
  for (let index = 0; index < PHOTOS; index += 1)
    photos.push(await make(`photo-${index}.jpg`, () => photo(index)));
  const large = () => noise(6600, 6000, 60);
  const worst = [
    await make("noise.jpg", () => large().jpeg({ quality: 30 }).toBuffer()),
    await make("progressive.jpg", () =>
      large().jpeg({ quality: 30, progressive: true }).withMetadata({ orientation: 6 }).toBuffer(),
    ),
    await make("interlaced.png", () =>
      sharp({ create: { width: 6600, height: 6000, channels: 4, background: "#7f7f7f80" } })
        .toColourspace("rgb16")
        .png({ progressive: true })
        .toBuffer(),
    ),
    await make("noise.webp", () => large().webp({ quality: 1, effort: 0 }).toBuffer()),
    await make("noise.avif", () => large().avif({ quality: 20, effort: 0 }).toBuffer()),
  ];
  return { folder, photos, worst };
}

/** Soft large shapes under fine grain: compresses and decodes about as a photograph does. */
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
