import sharp, { type Sharp } from "sharp";

type Encoding = "png" | "jpeg" | "webp" | "gif" | "avif";

interface ImageOptions {
  width?: number;
  height?: number;
  format?: Encoding;
  quality?: number;
}

/** Small when encoded, with four different corners. */
export function gradient({
  width = 320,
  height = 240,
  format = "png",
  quality = 80,
}: ImageOptions = {}): Promise<Buffer> {
  return encode(
    sharp(gradientPixels(width, height), { raw: { width, height, channels: 3 } }),
    format,
    quality,
  );
}

export function noise({
  width = 320,
  height = 240,
  format = "jpeg",
  quality = 80,
}: ImageOptions = {}): Promise<Buffer> {
  return encode(
    sharp({
      create: {
        width,
        height,
        channels: 3,
        background: "#777777",
        noise: { type: "gaussian", mean: 128, sigma: 60 },
      },
    }),
    format,
    quality,
  );
}

export function solid({
  width = 320,
  height = 240,
  format = "png",
}: ImageOptions = {}): Promise<Buffer> {
  return encode(
    sharp({
      create: { width, height, channels: 3, background: "#3366cc" },
      limitInputPixels: false,
    }),
    format,
    50,
  );
}

/** Each frame in its own shade. */
export async function animatedGif(
  frames: number,
  { width = 32, height = 32 }: ImageOptions = {},
): Promise<Buffer> {
  const raw = Buffer.alloc(width * height * 3 * frames);
  for (let frame = 0; frame < frames; frame += 1)
    raw.fill(frame % 256, frame * width * height * 3, (frame + 1) * width * height * 3);
  return sharp(raw, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ delay: Array.from({ length: frames }, () => 50) })
    .toBuffer();
}

/** Ignores EXIF orientation. */
export async function pixel(
  image: Uint8Array,
  x: number,
  y: number,
): Promise<{ r: number; g: number; b: number }> {
  const { data, info } = await sharp(image)
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return { r: data[at] ?? -1, g: data[at + 1] ?? -1, b: data[at + 2] ?? -1 };
}

function encode(image: Sharp, format: Encoding, quality: number): Promise<Buffer> {
  switch (format) {
    case "png":
      return image.png().toBuffer();
    case "jpeg":
      return image.jpeg({ quality }).toBuffer();
    case "webp":
      return image.webp({ quality, effort: 0 }).toBuffer();
    case "gif":
      return image.gif().toBuffer();
    case "avif":
      return image.avif({ quality, effort: 0 }).toBuffer();
  }
}

function gradientPixels(width: number, height: number): Buffer {
  const raw = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 3) {
      raw[at] = (x * 255) / width;
      raw[at + 1] = (y * 255) / height;
      raw[at + 2] = 128;
    }
  }
  return raw;
}

/** Adds GPS, artist and copyright metadata, and an orientation if given. */
export function withLocation(
  image: Uint8Array,
  { orientation }: { orientation?: number } = {},
): Promise<Buffer> {
  return sharp(image)
    .withExif({
      IFD0: { Copyright: "somebody", Artist: "somebody" },
      IFD3: { GPSLatitudeRef: "N", GPSLatitude: "51/1 30/1 3230/100" },
    })
    .withMetadata(orientation === undefined ? {} : { orientation })
    .toBuffer();
}
