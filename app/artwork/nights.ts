import { adjust, mix } from "./kit/color";
import { n, type Point } from "./kit/drawing";
import { layerColor } from "./kit/palette";
import { box, disc, polygon } from "./kit/paths";
import { bands, birds, crescent, lamp, land, motes, sky, stars, type Composition } from "./scene";

/** A dark front with one lit window, and who stands in it. */
export const facade: Composition = ({ drawing, random, palette, w, h, fx, shine }) => {
  const wall = mix(palette.mid, palette.near, 0.52);
  drawing.rect(0, 0, w, h, {
    fill: drawing.gradient([
      [0, mix(palette.top, palette.mid, 0.45)],
      [0.7, mix(palette.mid, palette.near, 0.6)],
      [1, palette.near],
    ]),
  });
  const [stepX, stepY] = [random.range(128, 158), random.range(168, 204)];
  const [width, height] = [stepX * 0.56, stepY * 0.58];
  const left = fx - width / 2;
  const litRow = random.int(1, 2);
  const top = h * 0.08;
  const joints: string[] = [];
  for (let y = top - stepY * 0.3; y < h; y += stepY) joints.push(box(0, y, w, 5));
  drawing.path(joints.join(""), { fill: adjust(wall, { lightness: 0.05 }), opacity: 0.5 });
  const dark: string[] = [];
  const dim: string[] = [];
  const sills: string[] = [];
  const shutters: string[] = [];
  const from = -Math.ceil(left / stepX);
  for (let row = 0; row * stepY + top < h; row += 1) {
    const y = top + row * stepY;
    for (let column = from; left + column * stepX < w; column += 1) {
      const x = left + column * stepX;
      sills.push(box(x - 9, y + height, width + 18, 9));
      if (row === litRow && column === 0) continue;
      (random.chance(0.12) ? dim : dark).push(box(x, y, width, height));
      if (random.chance(0.4)) shutters.push(box(x, y, width, height * random.range(0.25, 0.8)));
    }
  }
  const bar = mix(wall, palette.near, 0.4);
  drawing.path(dark.join(""), { fill: mix(palette.near, palette.top, 0.3) });
  drawing.path(dim.join(""), { fill: mix(palette.low, palette.near, 0.5) });
  drawing.path(shutters.join(""), { fill: mix(wall, palette.top, 0.3), opacity: 0.8 });
  drawing.path(sills.join(""), { fill: adjust(wall, { lightness: 0.07 }) });
  const y = top + litRow * stepY;
  drawing.glow(fx, y + height / 2, 320, palette.lamp, 0.75 * shine);
  drawing.path(box(left - 6, y - 6, width + 12, height + 12), {
    fill: drawing.gradient([
      [0, palette.lamp],
      [1, mix(palette.lamp, palette.low, 0.45)],
    ]),
  });
  const [px, floor] = [fx + random.sign() * width * 0.14, y + height + 6];
  drawing.path(
    `${disc(px, floor - 66, 15)}M${n(px - 30)} ${n(floor)}Q${n(px - 28)} ${n(floor - 48)} ${n(px)} ${n(floor - 50)}Q${n(px + 28)} ${n(floor - 48)} ${n(px + 30)} ${n(floor)}Z`,
    { fill: palette.near },
  );
  drawing.path(
    box(fx - 3, y - 6, 6, height + 12) + box(left - 6, y + height * 0.36, width + 12, 5),
    { fill: bar },
  );
  const rain: string[] = [];
  if (random.chance(0.5))
    for (let index = 0; index < 70 * (w / 600); index += 1)
      rain.push(`M${n(random.range(0, w))} ${n(random.range(0, h))}l-8 ${n(random.range(26, 60))}`);
  drawing.path(rain.join(""), { stroke: palette.lamp, width: 1.8, opacity: 0.25 });
};

/** A lighthouse on a cliff; its beam crosses the sea. */
export const lighthouse: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx, shine } = scene;
  const horizon = h * 0.6;
  sky(scene, horizon);
  stars(scene, h * 0.42, 0.8);
  const side = random.sign();
  if (random.chance(0.6)) crescent(scene, fx - side * 150, h * 0.14, 34, side * 20);
  const [x, y] = [fx + side * 60, h * 0.27];
  const reach = w + h;
  for (const [direction, opacity] of [
    [-side, 0.62],
    [side, 0.3],
  ] as const)
    drawing.path(
      polygon([
        [x, y - 7],
        [x + direction * reach, y - 210],
        [x + direction * reach, y + random.range(60, 130)],
        [x, y + 9],
      ]),
      {
        fill: drawing.gradient(
          [
            [0, palette.lamp, 0.95],
            [0.45, palette.lamp, 0.25],
            [1, palette.lamp, 0],
          ],
          direction === 1 ? [0, 0, 1, 0] : [1, 0, 0, 0],
        ),
        opacity: opacity * shine,
      },
    );
  drawing.rect(0, horizon, w, h - horizon, {
    fill: drawing.gradient([
      [0, mix(palette.low, palette.mid, 0.4)],
      [0.3, mix(palette.mid, palette.near, 0.3)],
      [1, palette.near],
    ]),
  });
  bands(scene, h * 0.7, 70, 9, palette.lamp, 0.16);
  const rock = mix(layerColor(palette, 0.9), palette.near, 0.5);
  const cliff: Point[] = [
    [x + side * reach, h * 0.5],
    [x + side * 190, h * 0.54],
    [x + side * 90, h * 0.575],
    [x - side * 74, h * 0.58],
    [x - side * 118, h * 0.64],
    [x - side * 96, h * 0.72],
    [x - side * 168, h * 0.84],
    [x - side * 150, h * 1.02],
    [x + side * reach, h * 1.02],
  ];
  drawing.path(polygon(cliff), {
    fill: drawing.gradient([
      [0, adjust(rock, { lightness: 0.05 })],
      [1, palette.near],
    ]),
  });
  const foot = h * 0.585;
  const tower: Point[] = [
    [x - 40, foot],
    [x - 25, y + 22],
    [x + 25, y + 22],
    [x + 40, foot],
  ];
  drawing.path(polygon(tower), { fill: mix(palette.near, palette.mid, 0.28) });
  const stripes: string[] = [];
  for (let band = 0; band < 3; band += 1) {
    const at = (t: number): Point => [25 + 15 * t, y + 22 + (foot - y - 22) * t];
    const [a, b] = [at(0.12 + band * 0.3), at(0.25 + band * 0.3)];
    stripes.push(
      polygon([
        [x - a[0], a[1]],
        [x + a[0], a[1]],
        [x + b[0], b[1]],
        [x - b[0], b[1]],
      ]),
    );
  }
  drawing.path(stripes.join(""), { fill: palette.accent, opacity: 0.75 });
  drawing.glow(x, y, 200, palette.lamp, 0.95 * shine);
  drawing.path(box(x - 17, y - 20, 34, 42), { fill: palette.lamp });
  drawing.path(
    box(x - 34, y + 20, 68, 9) +
      polygon([
        [x - 24, y - 18],
        [x, y - 50],
        [x + 24, y - 18],
      ]) +
      box(x - 2, y - 20, 4, 42),
    { fill: palette.near },
  );
  birds(scene, fx - side * 120, h * 0.4, 4, 13);
};

/** Floating steps up to a light. */
export const ascent: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx, shine } = scene;
  sky(scene, h * 0.9);
  stars(scene, h * 0.7, 1.1);
  const goal: Point = [fx + random.range(-30, 30), h * 0.2];
  lamp(scene, goal[0], goal[1], random.range(62, 92));
  bands(scene, h * 0.5, 200, 6, mix(palette.low, palette.lamp, 0.3), 0.2);
  land(scene, h * 0.9, 30, 0.7, "hills");
  const steps = 15;
  const turn = random.sign();
  const swing = random.range(90, 150) * (scene.wide ? 1.4 : 1);
  const at = (index: number): { x: number; y: number; size: number } => {
    const t = index / (steps - 1);
    const near = (1 - t) ** 1.4;
    return {
      x: fx + Math.sin(t * Math.PI * 2.1) * swing * (0.25 + near) * turn + (goal[0] - fx) * t,
      y: h * 0.94 - (h * 0.94 - goal[1] - 110) * (1 - near ** 1.15),
      size: 26 + 96 * near,
    };
  };
  for (let index = steps - 1; index >= 0; index -= 1) {
    const { x, y, size } = at(index);
    const t = index / (steps - 1);
    const tone = mix(palette.near, palette.low, 0.12 + t * 0.55);
    drawing.path(
      polygon([
        [x - size, y],
        [x + size, y],
        [x + size * 0.78, y + size * 0.3],
        [x - size * 0.78, y + size * 0.3],
      ]),
      { fill: tone },
    );
    drawing.path(
      polygon([
        [x - size * 0.84, y - size * 0.2],
        [x + size * 0.84, y - size * 0.2],
        [x + size, y],
        [x - size, y],
      ]),
      { fill: mix(tone, palette.lamp, 0.35 * shine) },
    );
  }
  const { x, y, size } = at(random.int(4, 6));
  const u = size / 46;
  const floor = y - size * 0.1;
  drawing.path(
    `${disc(x, floor - 60 * u, 9 * u)}M${n(x - 12 * u)} ${n(floor)}L${n(x - 9 * u)} ${n(floor - 44 * u)}Q${n(x)} ${n(floor - 56 * u)} ${n(x + 9 * u)} ${n(floor - 44 * u)}L${n(x + 12 * u)} ${n(floor)}Z`,
    { fill: palette.near },
  );
  motes(scene, h * 0.25, h * 0.9, 26);
  birds(scene, w * 0.5, h * 0.36, 3, 10);
};
