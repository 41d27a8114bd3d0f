import { mix } from "./kit/color";
import { n, type Point } from "./kit/drawing";
import { box, curve } from "./kit/paths";
import { crescent, land, sky, stars, type Composition, type Scene } from "./scene";

/** How far along the road each lantern is, from the horizon to the foreground. */
const LANTERNS = [0.006, 0.024, 0.058, 0.116, 0.205, 0.33, 0.5];
const STEPS = 28;

/** A road that winds over the hills at night, with a lantern at each of its bends. */
export const lanternRoad: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx, fy, wide } = scene;
  const warm = mix(palette.accent, palette.lamp, 0.12);
  const horizon = h * 0.5;
  sky(scene, h * 0.66);
  stars(scene, h * 0.46, 1.1);
  const side = random.sign();
  crescent(scene, fx + side * (wide ? 320 : w * 0.24), fy * 0.62, h * 0.05, -18 * side);
  land(scene, h * 0.46, 46, 0.3, 0.5);
  land(scene, h * 0.5, 18, 0.46, "hills");
  land(scene, horizon + 8, 12, 0.6, "hills");

  const sway = (wide ? 430 : w * 0.34) * random.range(0.9, 1.1);
  const turn = random.range(-0.25, 0.25);
  const halfWidth = (t: number) => 3 + 200 * t ** 1.2;
  const middle = (t: number): Point => [
    fx + side * Math.sin(t ** 0.45 * Math.PI * 2.3 + turn) * sway * t ** 0.55,
    horizon + 14 + (h - horizon) * t ** 0.9,
  ];
  const edge = (t: number, hand: number): Point => {
    const [x, y] = middle(t);
    return [x + hand * halfWidth(t), y];
  };
  const along = Array.from({ length: STEPS + 1 }, (_, index) => (index / STEPS) ** 2);
  const right = along.map((t) => edge(t, 1)).reverse();
  drawing.path(`${curve(along.map((t) => edge(t, -1)))}L${curve(right).slice(1)}Z`, {
    fill: drawing.gradient([
      [0, mix(palette.low, warm, 0.62)],
      [0.22, mix(palette.mid, warm, 0.42)],
      [0.7, mix(palette.mid, palette.near, 0.45)],
      [1, palette.near],
    ]),
  });
  LANTERNS.forEach((t, index) => {
    const hand = index % 2 === 0 ? -side : side;
    const [x, y] = edge(t, hand * 1.12);
    const size = 6 + (wide ? 150 : 112) * t ** 0.8;
    drawing.glow(x - hand * size * 0.8, y, size * 3.4, warm, 0.42, 0.22);
    lantern(scene, { x, y, size, hand });
  });
};

interface Lantern {
  x: number;
  y: number;
  size: number;
  /** The side of the road, from which its arm reaches over the road. */
  hand: number;
}

function lantern({ drawing, palette, shine }: Scene, { x, y, size, hand }: Lantern): void {
  const warm = mix(palette.accent, palette.lamp, 0.12);
  const wood = mix(palette.near, palette.accent, 0.12);
  const top = y - size * 3.5;
  const hung = x - hand * size * 0.62;
  const [body, r] = [top + size * 0.98, size * 0.46];
  drawing.glow(hung, body, size * 2.9, warm, 0.7 * shine);
  drawing.path(
    box(x - size * 0.06, top, size * 0.12, y - top) +
      box(Math.min(x, hung) - size * 0.12, top, size * 0.86, size * 0.1) +
      box(hung - size * 0.02, top, size * 0.04, size * 0.5),
    { fill: wood },
  );
  drawing.path(
    `M${n(hung - r * 0.5)} ${n(body - r * 1.15)}C${n(hung - r * 1.35)} ${n(body - r * 0.7)} ${n(hung - r * 1.35)} ${n(body + r * 0.7)} ${n(hung - r * 0.5)} ${n(body + r * 1.15)}H${n(hung + r * 0.5)}C${n(hung + r * 1.35)} ${n(body + r * 0.7)} ${n(hung + r * 1.35)} ${n(body - r * 0.7)} ${n(hung + r * 0.5)} ${n(body - r * 1.15)}Z`,
    {
      fill: drawing.radial(
        [
          [0, mix(palette.lamp, warm, 0.2)],
          [0.55, mix(palette.lamp, warm, 0.75)],
          [1, mix(warm, palette.near, 0.22)],
        ],
        [0.5, 0.56, 0.62],
      ),
    },
  );
  if (size < 18) return;
  const ribs = [-0.66, -0.33, 0, 0.33, 0.66].map((share) => {
    const half = r * (1.12 - 0.5 * share ** 2);
    const ry = body + r * share;
    return `M${n(hung - half)} ${n(ry)}Q${n(hung)} ${n(ry + r * 0.14)} ${n(hung + half)} ${n(ry)}`;
  });
  drawing.path(ribs.join(""), {
    stroke: mix(warm, palette.near, 0.5),
    width: Math.max(1, size * 0.022),
    opacity: 0.5,
  });
  drawing.path(
    box(hung - r * 0.55, body - r * 1.3, r * 1.1, r * 0.2) +
      box(hung - r * 0.55, body + r * 1.1, r * 1.1, r * 0.2),
    { fill: wood },
  );
}
