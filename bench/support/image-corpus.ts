import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import sharp from "sharp";
import { ROOT } from "./databases";

/** Deterministic, kept between runs. */
export interface ImageCorpus {
  folder: string;
  /** JPEGs of 1200×1700 pixels, about 400 kB each. */
  photos: string[];
  /** Images with as many pixels as are allowed: 40 million, 18 of AVIF and 16-bit PNG. */
  worst: string[];
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
  const large = () => noise(6600, 6000, 60);
  const worst = [
    await createImage("noise.jpg", () => large().jpeg({ quality: 30 }).toBuffer()),
    await createImage("progressive.jpg", () =>
      large().jpeg({ quality: 30, progressive: true }).withMetadata({ orientation: 6 }).toBuffer(),
    ),
    await createImage("interlaced-18.png", () =>
      sharp({ create: { width: 6000, height: 3000, channels: 4, background: "#7f7f7f80" } })
        .toColourspace("rgb16")
        .png({ progressive: true })
        .toBuffer(),
    ),
    await createImage("noise.webp", () => large().webp({ quality: 1, effort: 0 }).toBuffer()),
    await createImage("noise-18.avif", () =>
      noise(6000, 3000, 60).avif({ quality: 20, effort: 0 }).toBuffer(),
    ),
  ];
  return { folder, photos, worst };
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
