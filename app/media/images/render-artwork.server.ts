import type { OverlayOptions } from "sharp";
import { Random } from "~/artwork/kit/random";
import type { CoverSubject } from "~/artwork/cover-palette";
import type { CoverKind, PixelSize } from "~/artwork/cover-sizes";
import { generatedCover } from "~/artwork/generated-cover";
import { loadSharp } from "./load-sharp.server";

export interface RenderArtworkInput {
  readonly kind: CoverKind;
  readonly size: PixelSize;
  readonly anime: CoverSubject;
}

/** WebP. The SVG is never user input. */
export async function renderArtwork({
  kind,
  size,
  anime,
}: RenderArtworkInput): Promise<Uint8Array> {
  const sharp = await loadSharp();
  const svg = generatedCover(kind, size, anime);
  return (
    sharp(Buffer.from(svg))
      .composite([grain()])
      .removeAlpha()
      // A further step takes as long as all else, for a twentieth of the bytes.
      .webp({ quality: 84, effort: 2 })
      .toBuffer()
  );
}

/** The tile is so large that its repetition does not show. */
const GRAIN_TILE = 96;

let grainTile: OverlayOptions | undefined;

/** Hides banding in wide gradients; cheaper than an SVG filter. */
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
