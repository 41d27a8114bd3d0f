import sharp, { type OverlayOptions } from "sharp";
import { Random } from "./artwork/kit/random";
import type { CoverSubject } from "./cover-palette";
import type { CoverKind, PixelSize } from "./cover-sizes";
import { generatedCover } from "./generated-cover";

export interface RenderCoverInput {
  readonly kind: CoverKind;
  /** One of the fixed sizes, from `sizeOf` or `parseSizeSegment`. */
  readonly size: PixelSize;
  readonly anime: CoverSubject;
}

/** Draws the generated cover or banner of a title as WebP of exactly the given size. The SVG it reads is only ever our own. */
export async function renderCover({ kind, size, anime }: RenderCoverInput): Promise<Uint8Array> {
  const svg = generatedCover(kind, size, anime);
  return sharp(Buffer.from(svg))
    .composite([grain()])
    .removeAlpha()
    .webp({ quality: 84, effort: 3 })
    .toBuffer();
}

/** The side of the grain tile in pixels: it has to fit into the smallest picture, and is large enough that its repetition does not show. */
const GRAIN_TILE = 96;

let grainTile: OverlayOptions | undefined;

/** Paper grain as a transparent tile: it keeps wide gradients from showing bands, and costs less than a noise filter in the SVG. */
function grain(): OverlayOptions {
  if (grainTile !== undefined) return grainTile;
  const random = new Random(1);
  const pixels = Buffer.alloc(GRAIN_TILE * GRAIN_TILE * 4);
  for (let offset = 0; offset < pixels.length; offset += 4) {
    pixels.fill(random.chance(0.5) ? 255 : 0, offset, offset + 3);
    pixels[offset + 3] = random.int(0, 6);
  }
  grainTile = {
    input: pixels,
    raw: { width: GRAIN_TILE, height: GRAIN_TILE, channels: 4 },
    tile: true,
  };
  return grainTile;
}
