import { COMPOSITIONS, HANDED } from "./compositions";
import { Drawing } from "./kit/drawing";
import { Random } from "./kit/random";
import { finish, SCENE_HEIGHT, type Scene } from "./scene";
import { planCover, type CoverSubject } from "./cover-palette";
import { ratioOf, type CoverKind, type PixelSize } from "./cover-sizes";

/** Draws a title's image as SVG: always the same, without text or external references. */
export function generatedCover(
  kind: CoverKind,
  { width, height }: PixelSize,
  subject: CoverSubject,
): string {
  const { family, palette, seed } = planCover(subject, kind);
  const random = new Random(seed ^ 0x9e3779b9);
  const wide = kind !== "cover";
  const w = SCENE_HEIGHT * ratioOf(kind);
  const drawing = new Drawing(w, SCENE_HEIGHT);
  const scene: Scene = {
    drawing,
    random,
    palette,
    w,
    h: SCENE_HEIGHT,
    wide,
    fx: wide ? w * random.range(0.62, 0.7) : w * (0.5 + random.sign() * random.range(0.02, 0.13)),
    fy: SCENE_HEIGHT * random.range(0.22, 0.32),
    shine: 0.9 + 0.25 * Math.min(1, Math.max(0, ((subject.score ?? 7) - 6) / 3)),
  };
  COMPOSITIONS[family](scene);
  finish(scene);
  return drawing.toSvg(width, height, !wide && !HANDED.has(family) && seed % 2 === 1);
}
