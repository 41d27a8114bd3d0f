import { adjust, mix, type Color } from "./kit/color";
import { n, type Drawing, type Point } from "./kit/drawing";
import { layerColor, type Palette } from "./kit/palette";
import { curve, disc, ground, hills, ridge, polyline, sparkle } from "./kit/paths";
import type { Random } from "./kit/random";

/** Drawing units; widths follow from the ratio. */
export const SCENE_HEIGHT = 900;

export interface Scene {
  readonly drawing: Drawing;
  readonly random: Random;
  readonly palette: Palette;
  readonly w: number;
  readonly h: number;
  readonly wide: boolean;
  /** Right of center in banners, whose left side the page covers. */
  readonly fx: number;
  readonly fy: number;
  /** About 1; higher scores are brighter. */
  readonly shine: number;
}

export type Composition = (scene: Scene) => void;

export function sky({ drawing, palette, w, h }: Scene, horizon: number): void {
  const { top, mid, low } = palette;
  const at = horizon / h;
  const fill = drawing.gradient([
    [0, top],
    [at * 0.28, mix(top, mid, 0.5)],
    [at * 0.52, mid],
    [at * 0.78, mix(mid, low, 0.55)],
    [at, low],
    [1, mix(low, mid, 0.4)],
  ]);
  drawing.rect(0, 0, w, h, { fill });
}

export function lamp(
  { drawing, palette, shine }: Scene,
  x: number,
  y: number,
  r: number,
  body = 1,
): void {
  drawing.glow(x, y, r * 3.6, mix(palette.lamp, palette.low, 0.25), 0.5 * shine);
  const fill = drawing.gradient([
    [0, palette.lamp],
    [1, mix(palette.lamp, palette.low, 0.42)],
  ]);
  drawing.circle(x, y, r, { fill, opacity: body });
}

export function crescent(
  { drawing, palette, shine }: Scene,
  x: number,
  y: number,
  r: number,
  tilt: number,
): void {
  drawing.glow(x, y, r * 3.2, mix(palette.lamp, palette.low, 0.3), 0.42 * shine);
  const data = `M0 ${n(-r)}A${n(r)} ${n(r)} 0 0 1 0 ${n(r)}A${n(r * 0.52)} ${n(r)} 0 0 0 0 ${n(-r)}Z`;
  drawing.path(data, {
    fill: drawing.gradient([
      [0, palette.lamp],
      [1, mix(palette.lamp, palette.low, 0.35)],
    ]),
    transform: `translate(${n(x - r * 0.5)} ${n(y)}) rotate(${n(tilt + 25)})`,
  });
}

export function stars({ drawing, random, palette, w }: Scene, bottom: number, density = 1): void {
  const small: string[] = [];
  const large: string[] = [];
  const count = Math.round(70 * density * (w / 600));
  for (let index = 0; index < count; index += 1) {
    const y = bottom * random.next() ** 1.5;
    (random.chance(0.78) ? small : large).push(disc(random.range(0, w), y, random.range(0.8, 1.7)));
  }
  for (let index = 0; index < count / 14; index += 1) {
    large.push(sparkle(random.range(0, w), bottom * 0.85 * random.next(), random.range(6, 15)));
  }
  drawing.path(small.join(""), { fill: palette.lamp, opacity: 0.5 });
  drawing.path(large.join(""), { fill: palette.lamp, opacity: 0.9 });
}

export function cumulus(
  { drawing, random, palette }: Scene,
  x: number,
  y: number,
  width: number,
  opacity = 1,
): void {
  const puffs: string[] = [];
  const count = Math.max(6, Math.round(width / 34));
  for (let index = 0; index < count; index += 1) {
    const t = (index + 0.5) / count;
    const arch = Math.sin(t * Math.PI) ** 0.8;
    const r = width * (0.06 + 0.13 * arch * random.range(0.65, 1.1));
    puffs.push(
      disc(x + (t - 0.5) * width * 0.86, y - r * 0.8 - arch * width * 0.1 * random.next(), r),
    );
  }
  const base = mix(palette.low, palette.mid, 0.3);
  const fill = drawing.gradient([
    [0, palette.lamp],
    [0.5, mix(palette.lamp, palette.low, 0.6)],
    [0.85, base],
    [1, base, 0.15],
  ]);
  drawing.path(puffs.join(""), { fill, opacity });
}

export function bands(
  { drawing, random, w }: Scene,
  y: number,
  spread: number,
  count: number,
  color: Color,
  opacity: number,
): void {
  const data: string[] = [];
  for (let index = 0; index < count * Math.max(1, Math.round(w / 1000)); index += 1) {
    const length = random.range(160, 420);
    const thick = random.range(5, 13);
    const [x, top] = [random.range(-120, w - 60), y + random.range(-1, 1) * spread];
    const half = thick / 2;
    data.push(
      `M${n(x)} ${n(top)}h${n(length)}a${n(half)} ${n(half)} 0 0 1 0 ${n(thick)}h${n(-length)}a${n(half)} ${n(half)} 0 0 1 0 ${n(-thick)}Z`,
    );
  }
  drawing.path(data.join(""), { fill: color, opacity });
}

export function land(
  { drawing, random, palette, w, h }: Scene,
  y: number,
  amplitude: number,
  t: number,
  rough: number | "hills",
): Point[] {
  const points =
    rough === "hills" ? hills(random, w, y, amplitude) : ridge(random, w, y, amplitude, rough);
  const tone = layerColor(palette, t);
  const fill = drawing.gradient([
    [0, tone],
    [0.3, mix(tone, layerColor(palette, Math.max(0, t - 0.22)), 0.45)],
    [1, mix(tone, palette.near, t * 0.35)],
  ]);
  drawing.path(ground(rough === "hills" ? curve(points) : polyline(points), points, h + 10), {
    fill,
  });
  return points;
}

export function birds(
  { drawing, random, palette }: Scene,
  x: number,
  y: number,
  count: number,
  size: number,
): void {
  let data = "";
  for (let index = 0; index < count; index += 1) {
    const s = size * random.range(0.6, 1.1);
    const [bx, by] = [x + random.range(-1, 1) * size * 8, y + random.range(-1, 1) * size * 3.4];
    data += `M${n(bx - s)} ${n(by - s * 0.35)}q${n(s * 0.6)} ${n(-s * 0.2)} ${n(s)} ${n(s * 0.4)}q${n(s * 0.4)} ${n(-s * 0.6)} ${n(s)} ${n(-s * 0.4)}`;
  }
  drawing.path(data, {
    stroke: mix(palette.near, palette.mid, 0.2),
    width: Math.max(2, size * 0.17),
    opacity: 0.85,
  });
}

export function motes(
  { drawing, random, palette, w }: Scene,
  top: number,
  bottom: number,
  count: number,
  color = palette.lamp,
): void {
  const data: string[] = [];
  for (let index = 0; index < count * (w / 600); index += 1) {
    data.push(disc(random.range(0, w), random.range(top, bottom), random.range(1.5, 4.5)));
  }
  drawing.path(data.join(""), { fill: color, opacity: 0.8 });
}

/** Darkens the corners, and where pages put text. */
export function finish({ drawing, palette, w, h, wide }: Scene): void {
  const deep = adjust(palette.near, { lightness: -0.03 });
  const strength = palette.light === "night" ? 0.8 : 0.74;
  const foot = drawing.gradient([
    [0, deep, 0],
    [0.25, deep, strength * 0.1],
    [0.5, deep, strength * 0.36],
    [0.75, deep, strength * 0.72],
    [1, deep, strength],
  ]);
  const from = wide ? 0.5 : 0.56;
  drawing.rect(0, h * from, w, h * (1 - from) + 1, { fill: foot });
  const corner = drawing.radial(
    [
      [0, deep, 0],
      [0.62, deep, 0],
      [1, deep, 0.3],
    ],
    [0.5, 0.42, 0.78],
  );
  drawing.rect(0, 0, w, h, { fill: corner });
}
