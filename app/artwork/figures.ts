import { mix } from "./kit/color";
import { n, type Point } from "./kit/drawing";
import { layerColor } from "./kit/palette";
import { box, curve, disc, ground, leaf, polygon, star } from "./kit/paths";
import {
  bands,
  birds,
  cumulus,
  lamp,
  land,
  motes,
  sky,
  stars,
  type Composition,
  type Scene,
} from "./scene";
import { pines } from "./landscapes";

type Place = (dx: number, dy: number) => string;

function person(
  { drawing, palette }: Scene,
  x: number,
  floor: number,
  u: number,
  side: -1 | 1,
  wear: "cape" | "coat" | "skirt" | "spear",
): void {
  const fill = palette.near;
  const at: Place = (dx, dy) => `${n(x + dx * u * side)} ${n(floor - dy * u)}`;
  if (wear === "cape") {
    drawing.path(
      `M${at(3, 78)}C${at(-20, 84)} ${at(-30, 50)} ${at(-90, 62)}C${at(-62, 46)} ${at(-78, 34)} ${at(-96, 26)}C${at(-40, 26)} ${at(-24, 10)} ${at(-8, 20)}Z`,
      {
        fill: drawing.gradient([
          [0, mix(palette.accent, palette.near, 0.15)],
          [1, mix(palette.accent, palette.near, 0.55)],
        ]),
      },
    );
  }
  drawing.path(
    `M${at(-10, 78)}L${at(10, 78)}L${at(8, 44)}L${at(17, 0)}L${at(8, 0)}L${at(0, 36)}L${at(-10, 0)}L${at(-19, 0)}L${at(-9, 44)}Z${disc(x + u * side, floor - 88 * u, 9.5 * u)}`,
    { fill },
  );
  if (wear === "coat")
    drawing.path(
      `M${at(-10, 80)}L${at(10, 80)}Q${at(14, 50)} ${at(17, 18)}L${at(-6, 14)}Q${at(-30, 20)} ${at(-38, 10)}Q${at(-22, 40)} ${at(-10, 80)}Z`,
      { fill },
    );
  if (wear === "skirt")
    drawing.path(
      `M${at(-8, 48)}L${at(8, 48)}L${at(19, 22)}Q${at(0, 16)} ${at(-22, 24)}ZM${at(4, 97)}Q${at(-20, 98)} ${at(-30, 62)}Q${at(-18, 66)} ${at(-9, 80)}Z`,
      { fill },
    );
  else
    drawing.path(
      `M${at(11, 92)}Q${at(9, 102)} ${at(-1, 101)}L${at(-14, 105)}L${at(-11, 98)}L${at(-23, 97)}L${at(-13, 92)}L${at(-20, 86)}L${at(-10, 86)}L${at(-12, 80)}L${at(0, 82)}Z`,
      { fill },
    );
  drawing.path(`M${at(9, 74)}L${at(19, 50)}L${at(26, 40)}`, { stroke: fill, width: 6 * u });
  if (wear === "spear")
    drawing.path(
      `M${at(34, 0)}L${at(20, 128)}M${at(20, 128)}l${n(-5 * u)} ${n(-3 * u)}l${n(6 * u)} ${n(-19 * u)}l${n(4 * u)} ${n(19 * u)}Z`,
      { stroke: fill, width: 3.4 * u, fill },
    );
}

function oldTree(
  { drawing, random, palette }: Scene,
  x: number,
  floor: number,
  size: number,
): void {
  const crown: string[] = [];
  for (let index = 0; index < 15; index += 1) {
    const angle = (index / 15) * Math.PI * 2;
    crown.push(
      disc(
        x + Math.cos(angle) * size * random.range(0.3, 0.62),
        floor - size * 1.02 + Math.sin(angle) * size * random.range(0.16, 0.34),
        size * random.range(0.17, 0.27),
      ),
    );
  }
  drawing.path(crown.join(""), { fill: mix(palette.near, palette.accent, 0.22) });
  drawing.path(
    `M${n(x - size * 0.16)} ${n(floor + 12)}Q${n(x - size * 0.03)} ${n(floor - size * 0.3)} ${n(x - size * 0.3)} ${n(floor - size * 0.9)}L${n(x - size * 0.02)} ${n(floor - size * 0.6)}L${n(x + size * 0.26)} ${n(floor - size * 0.95)}Q${n(x + size * 0.04)} ${n(floor - size * 0.3)} ${n(x + size * 0.16)} ${n(floor + 12)}Z`,
    { fill: palette.near },
  );
}

export const hero: Composition = (scene) => {
  const { drawing, random, palette, h, fx } = scene;
  sky(scene, h * 0.66);
  if (palette.light === "night") stars(scene, h * 0.5);
  const side = random.sign();
  const [mx, r] = [fx - side * random.range(-10, 40), random.range(165, 215)];
  lamp(scene, mx, h * 0.38, r);
  if (palette.light === "day") cumulus(scene, fx - side * 160, h * 0.56, 420, 0.8);
  bands(scene, h * 0.4, 130, 5, mix(palette.low, palette.mid, 0.4), 0.4);
  land(scene, h * 0.6, 52, 0.18, 0.5);
  land(scene, h * 0.67, 44, 0.4, 0.5);
  const edge = h * 0.65;
  const near = mix(palette.near, palette.mid, 0.1);
  const company = random.pick("cape", "coat", "spear", "pair");
  const tall = random.range(1.6, 1.95);
  const stand = (x: number, floor: number): void => {
    if (company === "pair") {
      person(scene, x - side * 46, floor, tall * 0.96, side, "coat");
      person(scene, x + side * 20, floor, tall * 0.9, side, "skirt");
    } else person(scene, x, floor, tall, side, company);
  };
  const grass: string[] = [];
  if (random.chance(0.55)) {
    const at = (dx: number, y: number): Point => [fx + dx * side, y];
    const cliff = [
      at(70, edge),
      at(30, edge + 10),
      at(-90, edge + 16),
      at(-230, edge + 52),
      at(-420, edge + 70),
      at(-1000, edge + 118),
      at(-2600, edge + 160),
      at(-2600, h + 10),
      at(150, h + 10),
      at(112, edge + 190),
      at(126, edge + 120),
      at(82, edge + 88),
      at(96, edge + 34),
    ];
    drawing.path(polygon(cliff), {
      fill: drawing.gradient([
        [0, near],
        [1, palette.near],
      ]),
    });
    for (let index = 0; index < 26; index += 1) {
      const dx = random.range(-260, 60);
      grass.push(
        leaf(
          fx + dx * side,
          edge + 20 + Math.max(0, -dx - 60) * 0.2,
          -Math.PI / 2 - side * random.range(0.1, 0.6),
          random.range(14, 32),
          4,
        ),
      );
    }
    stand(fx + side * 14, edge + 12);
  } else {
    const crest = (x: number): number => edge + 26 + ((x - fx) / 330) ** 2 * 42;
    const dome: Point[] = [];
    for (let x = fx - 800; x <= fx + 800; x += 80) dome.push([x, crest(x)]);
    drawing.path(ground(curve(dome), dome, h + 10), {
      fill: drawing.gradient([
        [0, near],
        [1, palette.near],
      ]),
    });
    for (let x = fx - 500; x < fx + 500; x += 13)
      grass.push(
        leaf(
          x,
          crest(x) + 8,
          -Math.PI / 2 - side * random.range(0.1, 0.7),
          random.range(14, 36),
          4,
        ),
      );
    oldTree(scene, fx - side * 165, crest(fx - 165) + 4, random.range(190, 240));
    stand(fx + side * 40, crest(fx + 40) + 6);
  }
  drawing.path(grass.join(""), { fill: near });
  land(scene, h * 0.86, 24, 0.9, 0.5);
  birds(scene, mx + side * 60, h * 0.24, 4, 13);
  motes(scene, h * 0.3, h * 0.8, 12, palette.accent);
};

export const blades: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx } = scene;
  sky(scene, h * 0.68);
  if (palette.light === "night") stars(scene, h * 0.4, 0.6);
  const r = random.range(175, 225);
  if (palette.light === "paper") drawing.circle(fx, h * 0.38, r, { fill: palette.lamp });
  else lamp(scene, fx, h * 0.38, r);
  bands(scene, h * 0.42, 140, 5, mix(palette.low, palette.mid, 0.35), 0.5);
  land(scene, h * 0.62, 44, 0.28, "hills");
  const sword = (x: number, floor: number, length: number, tilt: number, t: number): void => {
    const tone = layerColor(palette, t);
    const u = length / 100;
    const place = `translate(${n(x)} ${n(floor)}) rotate(${n(tilt)})`;
    drawing.path(
      `M${n(-2 * u)} ${n(6 * u)}Q${n(1.6 * u)} ${n(-34 * u)} ${n(-2.2 * u)} ${n(-72 * u)}H${n(2.2 * u)}Q${n(6 * u)} ${n(-34 * u)} ${n(2 * u)} ${n(6 * u)}Z`,
      {
        fill: drawing.gradient(
          [
            [0, mix(tone, palette.lamp, 0.35)],
            [0.5, mix(tone, palette.lamp, 0.6)],
            [0.51, tone],
            [1, tone],
          ],
          [0, 0, 1, 0],
        ),
        transform: place,
      },
    );
    drawing.path(
      box(-6 * u, -73 * u, 12 * u, 2.6 * u) +
        polygon([
          [-2.3 * u, -72 * u],
          [2.3 * u, -72 * u],
          [0.6 * u, -100 * u],
          [-4 * u, -100 * u],
        ]),
      { fill: tone, transform: place },
    );
    const wraps = [0, 1, 2, 3, 4].map((knot) =>
      star(-0.3 * u - knot * 0.34 * u, -76.5 * u - knot * 4.6 * u, 2 * u, 2, 0.5),
    );
    drawing.path(wraps.join(""), {
      fill: mix(palette.accent, palette.lamp, 0.2),
      opacity: 0.8,
      transform: place,
    });
  };
  for (let index = 0; index < 7 * (w / 600); index += 1)
    sword(
      random.range(0, w),
      h * random.range(0.635, 0.66),
      random.range(46, 84),
      random.range(-20, 20),
      0.55,
    );
  land(scene, h * 0.68, 20, 0.55, "hills");
  for (let index = 0; index < 4 * (w / 600); index += 1)
    sword(
      random.range(0, w),
      h * random.range(0.7, 0.73),
      random.range(120, 170),
      random.range(-22, 22),
      0.8,
    );
  sword(fx, h * 0.76, random.range(400, 450), random.range(-9, 9), 0.97);
  const points: Point[] = [];
  for (let x = -40; x < w + 60; x += 60) points.push([x, h * 0.75 + random.range(-8, 8)]);
  drawing.path(ground(curve(points), points, h + 10), {
    fill: drawing.gradient([
      [0, layerColor(palette, 0.9)],
      [1, palette.near],
    ]),
  });
  const wind = random.sign();
  for (const [y, length, t] of [
    [0.76, 60, 0.85],
    [0.82, 90, 0.97],
  ] as const) {
    const grass: string[] = [];
    for (let x = -20; x < w + 20; x += 9)
      grass.push(
        leaf(
          x,
          h * y + 10,
          -Math.PI / 2 + wind * random.range(0.1, 0.75),
          length * random.range(0.5, 1.1),
          5,
        ),
      );
    drawing.path(grass.join(""), { fill: layerColor(palette, t) });
  }
  const strips: string[] = [];
  for (let index = 0; index < 16 * (w / 600) ** 0.7; index += 1)
    strips.push(
      leaf(
        random.range(0, w),
        random.range(h * 0.1, h * 0.72),
        wind === 1 ? random.range(-0.4, 0.4) : Math.PI + random.range(-0.4, 0.4),
        random.range(12, 25),
        11,
      ),
    );
  drawing.path(strips.join(""), { fill: mix(palette.accent, palette.low, 0.1), opacity: 0.9 });
};

export const street: Composition = (scene) => {
  const { drawing, random, palette, h, fx } = scene;
  sky(scene, h * 0.68);
  const night = palette.light === "night";
  if (night) stars(scene, h * 0.5);
  lamp(
    scene,
    fx - random.sign() * 110,
    h * random.range(0.2, 0.3),
    night ? 60 : random.range(60, 100),
  );
  cumulus(scene, fx + 30, h * 0.62, random.range(440, 560), night ? 0.35 : 0.95);
  cumulus(scene, fx - 170, h * 0.5, random.range(220, 320), night ? 0.25 : 0.85);
  land(scene, h * 0.62, 22, 0.2, "hills");
  const [vx, vy] = [fx, h * 0.66];
  const house = (side: -1 | 1, near: number, far: number, rise: number, t: number): void => {
    const tone = layerColor(palette, t);
    const scale = (distance: number): Point => [vx + side * distance, vy];
    const [x0, x1] = [scale(near)[0], scale(far)[0]];
    const [y0, y1] = [vy - near * rise, vy - far * rise];
    drawing.path(
      polygon([
        [x0, y0],
        [x1, y1],
        [x1, h + 10],
        [x0, h + 10],
      ]),
      { fill: tone },
    );
    drawing.path(
      polygon([
        [x0 - side * near * 0.14, y0 + near * 0.04],
        [x0 + side * near * 0.16, y0 - near * 0.26],
        [x1 + side * far * 0.12, y1 - far * 0.26],
        [x1 - side * far * 0.02, y1 + far * 0.05],
      ]),
      { fill: mix(tone, palette.near, 0.4) },
    );
    const wx = (x0 + x1) / 2;
    const cell = far * 0.13;
    drawing.path(
      [0, 1]
        .map((column) =>
          box(wx - cell + column * cell * 1.2, vy - far * rise * 0.5, cell, cell * 1.1),
        )
        .join(""),
      { fill: mix(palette.lamp, palette.accent, night ? 0.3 : 0.1), opacity: night ? 0.95 : 0.6 },
    );
  };
  if (scene.wide) {
    for (let index = 0; index < 6; index += 1)
      cumulus(
        scene,
        random.range(0, scene.w),
        h * random.range(0.3, 0.5),
        random.range(220, 420),
        night ? 0.25 : 0.8,
      );
    land(scene, h * 0.64, 24, 0.35, "hills");
    land(scene, h * 0.74, 20, 0.6, "hills");
  }
  for (let index = 0; index < (scene.wide ? 6 : 4); index += 1) {
    for (const side of [-1, 1] as const) {
      const far = 80 * 1.55 ** index;
      house(side, far * 0.66, far, 0.5 + 0.12 * random.next(), 0.4 + Math.min(0.55, index * 0.17));
    }
  }
  drawing.path(
    polygon([
      [vx - 46, vy],
      [vx + 46, vy],
      [vx + 330, h + 10],
      [vx - 330, h + 10],
    ]),
    {
      fill: drawing.gradient([
        [0, layerColor(palette, 0.35)],
        [1, palette.near],
      ]),
    },
  );
  drawing.path(
    polygon([
      [vx - 3, vy + 6],
      [vx + 3, vy + 6],
      [vx + 16, h + 10],
      [vx - 16, h + 10],
    ]),
    { fill: palette.lamp, opacity: 0.4 },
  );
  const ink = mix(palette.near, palette.mid, 0.1);
  const side = random.sign();
  let wires = "";
  let last: Point | undefined;
  for (const distance of [70, 110, 175, 290]) {
    const [x, top, thick] = [vx + side * distance, vy - distance * 2.05, distance * 0.035];
    drawing.path(
      box(x - thick / 2, top, thick, vy + distance * 1.1 - top) +
        box(x - distance * 0.17, top + distance * 0.1, distance * 0.34, thick * 0.8) +
        box(x - distance * 0.13, top + distance * 0.24, distance * 0.26, thick * 0.8) +
        box(x + thick, top + distance * 0.3, distance * 0.08, distance * 0.18),
      { fill: ink },
    );
    for (const arm of [-0.16, 0, 0.16])
      if (last !== undefined)
        wires += `M${n(last[0] + arm * (distance / 1.6))} ${n(last[1] + distance * 0.06)}Q${n((last[0] + x) / 2)} ${n((last[1] + top) / 2 + distance * 0.34)} ${n(x + arm * distance)} ${n(top + distance * 0.1)}`;
    last = [x, top];
  }
  const end = last ?? [vx, 0];
  for (const drop of [-40, 0, 40])
    wires += `M${n(end[0])} ${n(end[1] + 40 + drop * 0.3)}Q${n(end[0] + side * 120)} ${n(end[1] + 30)} ${n(end[0] + side * 400)} ${n(end[1] - 190 + drop)}`;
  drawing.path(wires, { stroke: ink, width: 2.4 });
  birds(scene, fx - side * 120, h * 0.2, 4, 13);
};

export const northern: Composition = (scene) => {
  const { drawing, random, palette, w, h, shine } = scene;
  sky(scene, h * 0.86);
  stars(scene, h * 0.6, 1.3);
  const tones = [palette.low, palette.accent, mix(palette.low, palette.lamp, 0.4)];
  tones.forEach((tone, index) => {
    const [phase, length, base] = [
      random.range(0, 6),
      random.range(90, 150),
      h * (0.34 + index * 0.09),
    ];
    const strip = 15;
    for (let x = -20; x < w + 20; x += strip) {
      const y = base + Math.sin(x / length + phase) * 62 + Math.sin(x / 47 + phase * 2) * 12;
      const rise = 190 + 95 * Math.sin(x / 61 + phase * 3) + random.range(0, 46);
      const fill = drawing.gradient([
        [0, tone, 0],
        [0.7, tone, 0.42 * shine],
        [0.95, mix(tone, palette.lamp, 0.5), 0.75 * shine],
        [1, tone, 0],
      ]);
      drawing.rect(x, y - rise, strip + 0.6, rise, { fill });
    }
  });
  land(scene, h * 0.62, 60, 0.55, 0.5);
  drawing.rect(0, h * 0.7, w, h * 0.3, {
    fill: drawing.gradient([
      [0, mix(palette.low, palette.mid, 0.5)],
      [0.35, mix(palette.mid, palette.near, 0.55)],
      [1, palette.near],
    ]),
  });
  const glints: string[] = [];
  for (let index = 0; index < 26 * (w / 600); index += 1)
    glints.push(
      `M${n(random.range(0, w))} ${n(h * random.range(0.715, 0.82))}h${n(random.range(24, 84))}`,
    );
  drawing.path(glints.join(""), {
    stroke: mix(palette.low, palette.lamp, 0.4),
    width: 3,
    opacity: 0.4,
  });
  pines(scene, h * 0.85, 0.95);
};
