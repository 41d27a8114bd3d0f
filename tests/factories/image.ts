import sharp, { type Sharp } from "sharp";

type Encoding = "png" | "jpeg" | "webp" | "gif" | "avif";

interface Wish {
  width?: number;
  height?: number;
  format?: Encoding;
  quality?: number;
}

/** A picture with a smooth sweep of colours: small when encoded, and every corner differs. */
export function picture({
  width = 320,
  height = 240,
  format = "png",
  quality = 80,
}: Wish = {}): Promise<Buffer> {
  return encode(
    sharp(sweep(width, height), { raw: { width, height, channels: 3 } }),
    format,
    quality,
  );
}

/** Noise: the content that costs most to encode. */
export function noise({
  width = 320,
  height = 240,
  format = "jpeg",
  quality = 80,
}: Wish = {}): Promise<Buffer> {
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

/** A large picture of one colour: few bytes, many pixels. */
export function flat({ width = 320, height = 240, format = "png" }: Wish = {}): Promise<Buffer> {
  return encode(
    sharp({
      create: { width, height, channels: 3, background: "#3366cc" },
      limitInputPixels: false,
    }),
    format,
    50,
  );
}

/** One GIF with that many frames, each of its own shade. */
export async function animatedGif(
  frames: number,
  { width = 32, height = 32 }: Wish = {},
): Promise<Buffer> {
  const raw = Buffer.alloc(width * height * 3 * frames);
  for (let frame = 0; frame < frames; frame += 1)
    raw.fill(frame % 256, frame * width * height * 3, (frame + 1) * width * height * 3);
  return sharp(raw, { raw: { width, height: height * frames, channels: 3, pageHeight: height } })
    .gif({ delay: Array.from({ length: frames }, () => 50) })
    .toBuffer();
}

/** The colour of one pixel, as the picture is displayed. */
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

function sweep(width: number, height: number): Buffer {
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

/** The picture with a place and a maker in its metadata, and its orientation if one is given. */
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
