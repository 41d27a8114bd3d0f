import { adjust, mix } from "./kit/color";
import { n, type Point } from "./kit/drawing";
import { layerColor } from "./kit/palette";
import { curve, disc, ground, leaf, polygon } from "./kit/paths";
import {
  bands,
  birds,
  crescent,
  cumulus,
  lamp,
  land,
  motes,
  sky,
  stars,
  type Composition,
  type Scene,
} from "./scene";

function heavens(scene: Scene, horizon: number, r: number): void {
  sky(scene, horizon);
  if (scene.palette.light === "night") stars(scene, horizon * 0.8);
  if (scene.palette.light === "night" && scene.random.chance(0.4))
    crescent(scene, scene.fx, scene.fy, r * 0.75, scene.random.range(-40, 10));
  else lamp(scene, scene.fx, scene.fy + r * 0.4, r);
}

export const mountains: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx } = scene;
  const horizon = h * 0.6;
  heavens(scene, horizon, random.range(62, 118));
  bands(scene, h * 0.36, 90, 5, palette.lamp, 0.22);
  const jagged = random.chance(0.6);
  if (random.chance(0.45)) {
    const [px, py, spread] = [
      fx + random.sign() * random.range(60, 150),
      h * random.range(0.27, 0.35),
      random.range(300, 420),
    ];
    const slope: Point[] = [
      [px - spread * 1.5, h],
      [px - spread * 0.5, py + 190],
      [px - 36, py + 8],
      [px + 30, py],
      [px + spread * 0.5, py + 180],
      [px + spread * 1.5, h],
    ];
    const tone = layerColor(palette, 0.5);
    drawing.path(polygon(slope), {
      fill: drawing.gradient([
        [0, tone],
        [0.5, layerColor(palette, 0.26)],
        [1, layerColor(palette, 0.3)],
      ]),
    });
    const [west, east] = [
      36 + (62 / 182) * (spread * 0.5 - 36),
      30 + (62 / 180) * (spread * 0.5 - 30),
    ];
    const snow: Point[] = [
      [px - 36, py + 8],
      [px + 30, py],
      [px + east, py + 62],
      [px + 58, py + 50],
      [px + 34, py + 92],
      [px + 4, py + 52],
      [px - 28, py + 98],
      [px - 54, py + 56],
      [px - west, py + 70],
    ];
    drawing.path(polygon(snow), { fill: mix(palette.lamp, palette.low, 0.25), opacity: 0.92 });
  }
  const layers = 5;
  for (let index = 0; index < layers; index += 1) {
    const t = (index + 0.6) / layers;
    land(scene, h * (0.5 + 0.085 * index), 78 - index * 8, t, jagged && index < 4 ? 0.52 : "hills");
    if (index < 3)
      drawing.rect(0, h * (0.54 + 0.085 * index), w, 90, {
        fill: drawing.gradient([
          [0, palette.low, 0],
          [0.6, palette.low, 0.24],
          [1, palette.low, 0],
        ]),
      });
  }
  if (random.chance(0.55)) pines(scene, h * 0.87, 1);
  birds(scene, fx + random.range(-90, 90), h * 0.3, random.int(4, 7), 13);
};

export function pines(
  { drawing, random, palette, w, h, fx }: Scene,
  floor: number,
  t: number,
): void {
  const data: string[] = [];
  for (let x = -30; x < w + 40; x += random.range(17, 40)) {
    const away = Math.min(1, Math.abs(x - fx) / 300);
    const rise = (36 + 170 * away ** 1.6) * random.range(0.65, 1.1);
    const foot = floor + random.range(-6, 14);
    const tiers = 4;
    for (let tier = 0; tier < tiers; tier += 1) {
      const [top, half] = [
        foot - rise + (rise * tier * 0.78) / tiers,
        rise * (0.07 + 0.045 * tier),
      ];
      const bottom = top + rise * 0.36;
      data.push(
        `M${n(x)} ${n(top)}L${n(x + half)} ${n(bottom)}L${n(x)} ${n(bottom - rise * 0.05)}L${n(x - half)} ${n(bottom)}Z`,
      );
    }
    data.push(`M${n(x - 3)} ${n(foot)}h6v${n(h - foot)}h-6Z`);
  }
  drawing.path(`${data.join("")}M-10 ${n(floor - 4)}H${n(w + 10)}V${n(h + 10)}H-10Z`, {
    fill: drawing.gradient([
      [0, layerColor(palette, t)],
      [1, palette.near],
    ]),
  });
}

export const sea: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx, shine } = scene;
  const horizon = h * random.range(0.5, 0.56);
  sky(scene, horizon);
  if (palette.light === "night") stars(scene, horizon * 0.8, 0.8);
  const r = random.range(105, 165);
  lamp(scene, fx, horizon - r * random.range(0.2, 0.75), r);
  if (palette.light === "day") {
    cumulus(
      scene,
      fx - random.sign() * random.range(180, 260),
      horizon - 12,
      random.range(280, 380),
      0.9,
    );
    cumulus(scene, fx + 230, horizon - 4, random.range(180, 240), 0.8);
  } else bands(scene, horizon - 120, 90, 5, mix(palette.low, palette.near, 0.2), 0.4);
  drawing.rect(0, horizon, w, h - horizon, {
    fill: drawing.gradient([
      [0, mix(palette.low, palette.mid, 0.5)],
      [0.25, mix(palette.mid, palette.near, 0.25)],
      [1, palette.near],
    ]),
  });
  const glints: string[] = [];
  for (let index = 0; index < 26; index += 1) {
    const depth = (index / 26) ** 1.3;
    const half = (r * 0.85 + depth * 40) * random.range(0.25, 1) * (1 - depth * 0.45);
    const x = fx + random.range(-1, 1) * 26 - half;
    const y = horizon + 6 + depth * 250;
    glints.push(`M${n(x)} ${n(y)}h${n(half * 2)}`);
  }
  drawing.path(glints.join(""), { stroke: palette.lamp, width: 4.5, opacity: 0.5 * shine });
  if (palette.light === "paper" || random.chance(0.4)) scales(scene, horizon + 70);
  else {
    for (let index = 0; index < 5; index += 1) {
      const t = 0.3 + index * 0.16;
      const y = horizon + 58 + index * index * 15;
      const points: Point[] = [];
      const [length, phase] = [random.range(70, 110) + index * 26, random.range(0, 6)];
      for (let x = -60; x < w + 120; x += 30)
        points.push([
          x,
          y + Math.abs(Math.sin(x / length + phase)) * -(14 + index * 9) + (8 + index * 3),
        ]);
      drawing.path(ground(curve(points), points, h + 10), {
        fill: drawing.gradient([
          [0, layerColor(palette, t)],
          [0.5, layerColor(palette, t + 0.2)],
        ]),
        opacity: 0.92,
      });
      drawing.path(curve(points), {
        stroke: mix(palette.lamp, layerColor(palette, t), 0.4),
        width: 2.8,
        opacity: 0.6 - index * 0.07,
      });
    }
  }
  if (random.chance(0.55)) {
    const [x, y, s] = [
      fx + random.sign() * random.range(120, 190),
      horizon + 26,
      random.range(0.8, 1.3),
    ];
    const sail = `M${n(x)} ${n(y - 92 * s)}q${n(52 * s)} ${n(40 * s)} ${n(40 * s)} ${n(80 * s)}h${n(-40 * s)}ZM${n(x - 6 * s)} ${n(y - 70 * s)}q${n(-30 * s)} ${n(34 * s)} ${n(-26 * s)} ${n(58 * s)}h${n(26 * s)}Z`;
    drawing.path(sail, { fill: mix(palette.lamp, palette.low, 0.2) });
    drawing.path(
      `M${n(x - 46 * s)} ${n(y - 6 * s)}h${n(96 * s)}l${n(-18 * s)} ${n(20 * s)}h${n(-60 * s)}Z`,
      { fill: palette.near },
    );
  }
  birds(scene, fx - 60, horizon - r - 60, random.int(3, 5), 14);
};

function scales({ drawing, random, palette, w, h }: Scene, top: number): void {
  const r = random.range(44, 62);
  let row = 0;
  for (let y = top; y < h + r * 2; y += r * 0.5) {
    const t = Math.min(1, 0.2 + row * 0.085);
    const [bodies, rings]: [string[], string[]] = [[], []];
    for (let x = row % 2 === 0 ? 0 : r; x < w + r; x += r * 2) {
      bodies.push(disc(x, y + r, r));
      for (const share of [0.97, 0.68, 0.4]) rings.push(disc(x, y + r, r * share));
    }
    drawing.path(bodies.join(""), { fill: layerColor(palette, t) });
    drawing.path(rings.join(""), {
      stroke: mix(palette.low, layerColor(palette, t), 0.45),
      width: 3,
      opacity: 0.7,
    });
    row += 1;
  }
}

export const islands: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx } = scene;
  sky(scene, h * 0.66);
  if (palette.light === "night") stars(scene, h * 0.5);
  drawing.glow(fx, h * 0.3, 420, palette.lamp, 0.5);
  drawing.circle(fx + random.sign() * 130, h * 0.26, random.range(120, 175), {
    fill: drawing.gradient([
      [0, palette.lamp, 0.8],
      [1, palette.lamp, 0.04],
    ]),
  });
  const island = (x: number, y: number, size: number, t: number): void => {
    const tone = layerColor(palette, t);
    const rock: Point[] = [[x - size, y]];
    for (let index = 1; index < 8; index += 1)
      rock.push([
        x - size + (index / 8) * size * 2,
        y + Math.sin((index / 8) * Math.PI) ** 1.4 * size * random.range(0.7, 1.2),
      ]);
    rock.push([x + size, y]);
    drawing.path(polygon(rock), {
      fill: drawing.gradient([
        [0, adjust(tone, { lightness: 0.05 })],
        [1, mix(tone, palette.low, 0.35)],
      ]),
    });
    drawing.ellipse(x, y, size, size * 0.16, { fill: mix(tone, palette.accent, 0.28) });
    const trees: string[] = [];
    for (let index = 0; index < 7; index += 1)
      trees.push(
        disc(
          x + random.range(-0.75, 0.75) * size,
          y - size * random.range(0.06, 0.2),
          size * random.range(0.1, 0.2),
        ),
      );
    drawing.path(trees.join(""), { fill: tone });
    const tower = size * random.range(0.13, 0.2);
    const tx = x + random.range(-0.3, 0.3) * size;
    const rise = size * random.range(0.6, 1);
    drawing.path(
      `${polygon([
        [tx - tower, y],
        [tx - tower * 0.8, y - rise],
        [tx + tower * 0.8, y - rise],
        [tx + tower, y],
      ])}${polygon([
        [tx - tower * 1.25, y - rise],
        [tx, y - rise - tower * 2.6],
        [tx + tower * 1.25, y - rise],
      ])}`,
      { fill: adjust(tone, { lightness: -0.03 }) },
    );
    drawing.rect(tx - tower * 0.2, y - rise * 0.75, tower * 0.4, tower * 0.7, {
      fill: palette.lamp,
      opacity: 0.9,
    });
  };
  const spans = scene.wide ? [fx - 900, fx - 420, fx + 520, fx + 980] : [];
  for (const x of spans)
    island(
      x + random.range(-80, 80),
      h * random.range(0.3, 0.52),
      random.range(50, 95),
      random.range(0.2, 0.45),
    );
  island(fx - random.range(170, 220), h * random.range(0.27, 0.36), random.range(42, 60), 0.25);
  island(fx + random.range(170, 220), h * random.range(0.4, 0.46), random.range(55, 75), 0.42);
  cumulus(scene, fx - 60, h * 0.62, 420, 0.55);
  island(fx + random.range(-50, 20), h * 0.5, random.range(130, 160), 0.72);
  for (let index = 0; index < 5 * (w / 600); index += 1)
    cumulus(scene, random.range(0, w), h * random.range(0.7, 0.82), random.range(220, 420), 0.62);
  birds(scene, fx + 40, h * 0.22, 5, 12);
};

export const forest: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx, shine } = scene;
  sky(scene, h * 0.62);
  drawing.glow(fx, h * 0.36, 520, palette.lamp, 0.75 * shine);
  for (let layer = 0; layer < 4; layer += 1) {
    const t = 0.12 + layer * 0.27;
    const tone = layerColor(palette, t);
    const data: string[] = [];
    const gap = 46 + layer * 44;
    for (let x = random.range(-40, 20); x < w + 40; x += gap * random.range(0.7, 1.5)) {
      if (layer > 1 && Math.abs(x - fx) < 40 + layer * 42) continue;
      const half = (5 + layer * 8) * random.range(0.7, 1.3);
      const lean = random.range(-16, 16);
      data.push(
        `M${n(x - half + lean)} -10L${n(x + half + lean)} -10Q${n(x + half * 0.8)} ${n(h * 0.5)} ${n(x + half * 1.7)} ${n(h)}L${n(x - half * 1.7)} ${n(h)}Q${n(x - half * 0.8)} ${n(h * 0.5)} ${n(x - half + lean)} -10Z`,
      );
      const branch = h * random.range(0.1, 0.4);
      data.push(
        leaf(
          x,
          branch,
          -Math.PI / 2 + random.sign() * random.range(0.6, 1),
          90 + layer * 40,
          8 + layer * 3,
        ),
      );
    }
    drawing.path(data.join(""), {
      fill: drawing.gradient([
        [0, tone],
        [0.6, mix(tone, palette.low, 0.16)],
        [1, tone],
      ]),
    });
    const crown: string[] = [];
    for (let x = -20; x < w + 40; x += 62)
      crown.push(
        disc(
          x + random.range(-20, 20),
          h * (0.02 - layer * 0.012) + random.range(-18, 22),
          random.range(34, 64) + 8 * (3 - layer),
        ),
      );
    drawing.path(crown.join(""), { fill: tone, opacity: 0.9 });
    land(scene, h * (0.63 + layer * 0.075), 16, t + 0.08, "hills");
    if (layer < 3) {
      const beam = fx - 130 + layer * 110 + random.range(-30, 30);
      drawing.path(
        polygon([
          [beam, -10],
          [beam + 46, -10],
          [beam - 60, h * 0.74],
          [beam - 190, h * 0.74],
        ]),
        {
          fill: drawing.gradient([
            [0, palette.lamp, 0.4],
            [1, palette.lamp, 0],
          ]),
          opacity: 0.6 * shine,
        },
      );
    }
  }
  motes(scene, h * 0.32, h * 0.72, 22);
};
