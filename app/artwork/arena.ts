import { mix } from "./kit/color";
import { n, type Point } from "./kit/drawing";
import { layerColor } from "./kit/palette";
import { box, disc, polygon, star } from "./kit/paths";
import { cumulus, lamp, land, sky, stars, type Composition } from "./scene";

export const pitch: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx, shine } = scene;
  const horizon = h * 0.56;
  sky(scene, horizon);
  if (palette.light === "night") stars(scene, h * 0.4, 0.8);
  else
    for (let index = 0; index < 2 * (w / 600); index += 1)
      cumulus(scene, random.range(0, w), h * random.range(0.2, 0.4), random.range(200, 320), 0.6);
  drawing.glow(fx, horizon, 520, palette.lamp, 0.6 * shine, 0.5);
  const reach = scene.wide ? 2400 : 360;
  drawing.path(
    `M${n(fx - reach)} ${n(horizon + 10)}V${n(horizon - 96)}Q${n(fx)} ${n(horizon - 30)} ${n(fx + reach)} ${n(horizon - 96)}V${n(horizon + 10)}Z`,
    {
      fill: drawing.gradient([
        [0, layerColor(palette, 0.62)],
        [1, layerColor(palette, 0.8)],
      ]),
    },
  );
  const crowd: string[] = [];
  for (let index = 0; index < 170 * (w / 600); index += 1) {
    const x = random.range(0, w);
    const rise = 18 + 62 * Math.min(1, ((x - fx) / reach) ** 2);
    crowd.push(disc(x, horizon - random.range(2, rise), 3.2));
  }
  drawing.path(crowd.join(""), { fill: mix(palette.low, palette.lamp, 0.3), opacity: 0.6 });
  for (const at of scene.wide ? [-2.6, -1.7, -0.85, 0.85, 1.7] : [-0.85, 0.85]) {
    const x = fx + at * 290;
    const top = h * random.range(0.2, 0.25);
    drawing.path(
      box(x - 5, top, 10, horizon - top) +
        polygon([
          [x - 48, top - 36],
          [x + 48, top - 36],
          [x + 40, top + 30],
          [x - 40, top + 30],
        ]),
      { fill: layerColor(palette, 0.86) },
    );
    const bulbs: string[] = [];
    for (let row = 0; row < 3; row += 1)
      for (let column = 0; column < 5; column += 1)
        bulbs.push(disc(x - 32 + column * 16, top - 23 + row * 20, 6));
    drawing.glow(x, top, 230, palette.lamp, 0.75 * shine);
    drawing.path(bulbs.join(""), { fill: palette.lamp });
  }
  const turf = mix(palette.mid, palette.accent, 0.16);
  drawing.rect(0, horizon, w, h - horizon, {
    fill: drawing.gradient([
      [0, mix(turf, palette.low, 0.25)],
      [0.45, mix(turf, palette.near, 0.45)],
      [1, palette.near],
    ]),
  });
  const mown: string[] = [];
  const across = (x: number, y: number): Point => [
    fx + x * (0.4 + ((y - horizon) / (h - horizon)) * 1.5),
    y,
  ];
  const strips = scene.wide ? 60 : 12;
  for (let x = -strips; x < strips; x += 2)
    mown.push(
      polygon([
        across(x * 100, horizon),
        across(x * 100 + 100, horizon),
        across(x * 100 + 100, h),
        across(x * 100, h),
      ]),
    );
  drawing.path(mown.join(""), { fill: palette.near, opacity: 0.16 });
  drawing.path(
    `M0 ${n(horizon + 34)}H${n(w)}M${n(fx - 150)} ${n(horizon + 96)}a150 34 0 1 0 300 0a150 34 0 1 0 -300 0`,
    { stroke: palette.lamp, width: 4, opacity: 0.6 },
  );
  const side = random.sign();
  const [bx, by, r] = [
    fx + side * random.range(20, 70),
    h * random.range(0.34, 0.39),
    random.range(62, 80),
  ];
  for (let step = 1; step < 7; step += 1)
    drawing.circle(bx - side * step * 44, by + step * step * 8.5, r * (1 - step * 0.12), {
      fill: palette.lamp,
      opacity: 0.24 - step * 0.034,
    });
  drawing.glow(bx, by, r * 2.3, palette.lamp, 0.7 * shine);
  drawing.circle(bx, by, r, {
    fill: drawing.gradient([
      [0, palette.lamp],
      [1, mix(palette.lamp, palette.mid, 0.45)],
    ]),
  });
  const [patches, seams]: [string[], string[]] = [[], []];
  for (let patch = 0; patch < 5; patch += 1) {
    const angle = patch * 1.2566 - 0.3;
    const at = (turn: number, share: number): Point => [
      bx + Math.cos(angle + turn) * r * share,
      by + Math.sin(angle + turn) * r * share,
    ];
    patches.push(
      polygon([
        at(-0.34, 0.985),
        at(-0.26, 0.8),
        at(0, 0.7),
        at(0.26, 0.8),
        at(0.34, 0.985),
        at(0, 1),
      ]),
    );
    const [from, to] = [at(0, 0.3), at(0, 0.72)];
    seams.push(`M${n(from[0])} ${n(from[1])}L${n(to[0])} ${n(to[1])}`);
  }
  drawing.path(star(bx, by, r * 0.34, 5, 0.82, -0.3) + patches.join(""), {
    fill: mix(palette.near, palette.mid, 0.1),
  });
  drawing.path(seams.join(""), { stroke: mix(palette.near, palette.mid, 0.1), width: 3 });
};

export const speedway: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx, shine } = scene;
  const horizon = h * random.range(0.5, 0.55);
  sky(scene, horizon);
  if (palette.light === "night") stars(scene, horizon * 0.8);
  const r = random.range(135, 175);
  lamp(scene, fx, horizon - r * 0.42, r);
  const slots: string[] = [];
  for (let index = 0; index < 5; index += 1)
    slots.push(
      box(
        fx - r - 4,
        horizon - r * 0.12 - index * r * 0.19,
        r * 2 + 8,
        Math.max(3, r * 0.075 - index * 2.2),
      ),
    );
  drawing.path(slots.join(""), { fill: mix(palette.low, palette.mid, 0.35), opacity: 0.75 });
  land(scene, horizon - 14, 46, 0.5, 0.5);
  drawing.rect(0, horizon + 14, w, h - horizon, {
    fill: drawing.gradient([
      [0, mix(palette.mid, palette.near, 0.35)],
      [0.6, palette.near],
      [1, palette.near],
    ]),
  });
  const top = horizon + 14;
  drawing.path(
    polygon([
      [fx - 16, top],
      [fx + 16, top],
      [fx + 520, h],
      [fx - 520, h],
    ]),
    {
      fill: drawing.gradient([
        [0, mix(palette.near, palette.mid, 0.4)],
        [1, mix(palette.near, palette.mid, 0.08)],
      ]),
    },
  );
  for (const side of [-1, 1]) {
    drawing.path(
      polygon([
        [fx + side * 16, top],
        [fx + side * 19, top],
        [fx + side * 580, h],
        [fx + side * 520, h],
      ]),
      {
        fill: drawing.gradient([
          [0, palette.lamp, 0.9],
          [1, palette.accent, 0.5],
        ]),
      },
    );
    for (let streak = 0; streak < 9; streak += 1) {
      const [spread, rise] = [random.range(0.5, 3.4), random.range(-0.5, 0.32)];
      const tone =
        streak % 3 === 0
          ? palette.lamp
          : streak % 3 === 1
            ? palette.accent
            : mix(palette.low, palette.lamp, 0.4);
      const thick = random.range(3, 10);
      const [from, to] = [random.range(0.12, 0.3), random.range(0.6, 1.2)];
      const point = (t: number, shift: number): Point => [
        fx + side * (20 + t * 300 * spread),
        top + t * 420 * (0.42 + rise) + shift * t,
      ];
      drawing.path(polygon([point(from, 0), point(to, -thick), point(to, thick)]), {
        fill: drawing.gradient(
          [
            [0, tone, 0.95],
            [1, tone, 0.15],
          ],
          side === 1 ? [0, 0, 1, 0] : [1, 0, 0, 0],
        ),
        opacity: 0.85 * Math.min(1, shine),
      });
    }
  }
  const dashes: string[] = [];
  for (let index = 0; index < 7; index += 1) {
    const [near, far] = [top + index * index * 9 + 6, top + index * index * 9 + 8 + index * 9];
    const half = (y: number): number => 1 + ((y - top) / (h - top)) * 13;
    dashes.push(
      polygon([
        [fx - half(near), near],
        [fx + half(near), near],
        [fx + half(far), far],
        [fx - half(far), far],
      ]),
    );
  }
  drawing.path(dashes.join(""), { fill: palette.lamp, opacity: 0.85 });
};
