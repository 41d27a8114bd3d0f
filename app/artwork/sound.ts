import { mix } from "./kit/color";
import { n, type Point } from "./kit/drawing";
import { layerColor } from "./kit/palette";
import { box, curve, disc, polygon } from "./kit/paths";
import { lamp, land, sky, stars, type Composition, type Scene } from "./scene";

export const music: Composition = (scene) => {
  sky(scene, scene.h * 0.74);
  if (scene.palette.light === "night") stars(scene, scene.h * 0.5, 0.6);
  scene.random.pick(ribbon, record, spectrum, stage, keyboard, speaker)(scene);
};

function ribbon(scene: Scene): void {
  const { drawing, random, palette, w, h, fx } = scene;
  lamp(scene, fx, h * 0.3, random.range(90, 130));
  const [phase, length, sway] = [random.range(0, 6), random.range(190, 260), random.range(80, 130)];
  for (let line = 0; line < 22; line += 1) {
    const t = line / 21;
    const points: Point[] = [];
    for (let x = -60; x < w + 90; x += 50) {
      const swell = Math.sin(x / (length * 1.7) + phase * 2);
      points.push([
        x,
        h * 0.46 +
          Math.sin(x / length + phase + t * 1.1) * sway +
          (t - 0.5) * 210 * (0.35 + 0.65 * swell * swell),
      ]);
    }
    drawing.path(curve(points), {
      stroke: mix(
        mix(palette.lamp, palette.low, 0.2),
        t < 0.5 ? palette.accent : palette.mid,
        Math.abs(t - 0.5) * 1.7,
      ),
      width: 4.2,
      opacity: 0.85,
    });
  }
  land(scene, h * 0.77, 20, 0.9, "hills");
}

function record(scene: Scene): void {
  const { drawing, random, palette, h, fx, shine } = scene;
  const [cy, r] = [h * 0.4, random.range(225, 265)];
  drawing.glow(fx, cy, r * 1.8, palette.lamp, 0.55 * shine);
  drawing.circle(fx, cy, r, {
    fill: drawing.gradient(
      [
        [0, mix(palette.near, palette.mid, 0.35)],
        [0.5, palette.near],
        [1, mix(palette.near, palette.mid, 0.3)],
      ],
      [0, 0, 1, 1],
    ),
  });
  drawing.path(
    [0.94, 0.88, 0.82, 0.76, 0.7, 0.64, 0.58, 0.52, 0.46]
      .map((share) => disc(fx, cy, r * share))
      .join(""),
    { stroke: palette.low, width: 1.6, opacity: 0.35 },
  );
  const sheen = random.range(0.4, 1.1);
  for (const [turn, width] of [
    [sheen, 0.34],
    [sheen + Math.PI, 0.34],
    [sheen + 1.3, 0.1],
    [sheen + 1.3 + Math.PI, 0.1],
  ] as const) {
    drawing.path(
      `M${n(fx)} ${n(cy)}L${n(fx + Math.cos(turn) * r)} ${n(cy + Math.sin(turn) * r)}A${n(r)} ${n(r)} 0 0 1 ${n(fx + Math.cos(turn + width) * r)} ${n(cy + Math.sin(turn + width) * r)}Z`,
      { fill: palette.lamp, opacity: 0.22 },
    );
  }
  drawing.circle(fx, cy, r * 0.36, {
    fill: drawing.gradient([
      [0, palette.accent],
      [1, mix(palette.accent, palette.mid, 0.5)],
    ]),
  });
  drawing.circle(fx, cy, r * 0.24, { stroke: palette.lamp, width: 3, opacity: 0.7 });
  drawing.circle(fx, cy, r * 0.05, { fill: palette.lamp });
  land(scene, h * 0.77, 20, 0.9, "hills");
}

function spectrum(scene: Scene): void {
  const { drawing, random, palette, w, h, fx } = scene;
  lamp(scene, fx, h * 0.4, random.range(150, 190));
  const [bars, mirror]: [string[], string[]] = [[], []];
  const [step, phase] = [random.pick(20, 26, 32), random.range(0, 9)];
  for (let x = step / 2; x < w; x += step) {
    const height =
      36 +
      210 * Math.abs(Math.sin(x / 97 + phase) * Math.cos(x / 41 + phase)) +
      random.range(0, 46);
    bars.push(box(x - step * 0.32, h * 0.6 - height, step * 0.64, height));
    mirror.push(box(x - step * 0.32, h * 0.6 + 6, step * 0.64, height * 0.45));
  }
  drawing.path(bars.join(""), {
    fill: drawing.gradient([
      [0, mix(palette.accent, palette.lamp, 0.3)],
      [0.55, mix(palette.accent, palette.mid, 0.5)],
      [1, palette.near],
    ]),
  });
  drawing.path(mirror.join(""), {
    fill: drawing.gradient([
      [0, palette.mid],
      [1, palette.near, 0],
    ]),
    opacity: 0.5,
  });
  land(scene, h * 0.77, 20, 0.9, "hills");
}

function stage(scene: Scene): void {
  const { drawing, random, palette, w, h, fx, shine } = scene;
  const beams = scene.wide ? 25 : 7;
  for (let index = 0; index < beams; index += 1) {
    const top = scene.wide ? (index / (beams - 1)) * w : fx + (index - 3) * 96;
    const foot = top + random.range(-170, 170);
    drawing.path(
      polygon([
        [top - 7, -10],
        [top + 7, -10],
        [foot + 95, h * 0.78],
        [foot - 95, h * 0.78],
      ]),
      {
        fill: drawing.gradient([
          [0, index % 2 === 0 ? palette.lamp : palette.accent, 0.85],
          [1, palette.lamp, 0],
        ]),
        opacity: 0.55,
      },
    );
  }
  drawing.glow(fx, h * 0.6, 380, palette.lamp, 0.85 * shine, 0.5);
  for (let row = 0; row < 3; row += 1) {
    const heads: string[] = [];
    const sticks: string[] = [];
    const size = 19 + row * 10;
    for (let x = random.range(-20, 0); x < w + 30; x += size * random.range(1.7, 2.5)) {
      const y = h * (0.68 + row * 0.065) + random.range(-9, 9);
      heads.push(
        disc(x, y, size * 0.62),
        `M${n(x - size)} ${n(h)}V${n(y + size * 1.3)}a${n(size)} ${n(size)} 0 0 1 ${n(size * 2)} 0V${n(h)}Z`,
      );
      if (random.chance(0.55))
        sticks.push(
          `M${n(x + size * 0.7)} ${n(y + 6)}l${n(random.range(-14, 18))} ${n(-size * 2.1)}`,
        );
    }
    drawing.path(sticks.join(""), {
      stroke: mix(palette.accent, palette.lamp, 0.4),
      width: 5 + row,
    });
    drawing.path(heads.join(""), { fill: layerColor(palette, 0.6 + row * 0.2) });
  }
}

function keyboard(scene: Scene): void {
  const { drawing, random, palette, w, h, fx, shine } = scene;
  lamp(scene, fx, h * 0.33, random.range(120, 165));
  const notes: string[] = [];
  for (let index = 0; index < 9 * (w / 600) ** 0.8; index += 1) {
    const [x, y, s] = [
      scene.wide ? random.range(0, w) : random.range(40, w - 40),
      random.range(h * 0.1, h * 0.5),
      random.range(11, 20),
    ];
    notes.push(
      disc(x, y, s * 0.62),
      box(x + s * 0.36, y - s * 2.6, s * 0.24, s * 2.6),
      `M${n(x + s * 0.6)} ${n(y - s * 2.6)}q${n(s)} ${n(s * 0.5)} ${n(s * 0.6)} ${n(s * 1.5)}q${n(s * 0.1)} ${n(-s * 0.8)} ${n(-s * 0.6)} ${n(-s)}Z`,
    );
  }
  drawing.path(notes.join(""), { fill: mix(palette.near, palette.mid, 0.1), opacity: 0.9 });
  const [vy, top, key] = [h * 0.1, h * 0.58, random.pick(52, 60, 68)];
  const at = (x: number, y: number): Point => [fx + (x - fx) * (0.62 + ((y - vy) / h) * 0.62), y];
  drawing.glow(fx, top, 480, palette.lamp, 0.55 * shine, 0.35);
  const [white, black]: [string[], string[]] = [[], []];
  const from = Math.floor(-w / key);
  for (let index = from; index < (2 * w) / key; index += 1) {
    const x = index * key;
    white.push(polygon([at(x + 2, top), at(x + key - 2, top), at(x + key - 2, h), at(x + 2, h)]));
    if ([0, 1, 3, 4, 5].includes(((index % 7) + 7) % 7))
      black.push(
        polygon([
          at(x + key * 0.68, top),
          at(x + key * 1.3, top),
          at(x + key * 1.3, top + 165),
          at(x + key * 0.68, top + 165),
        ]),
      );
  }
  drawing.rect(0, top, w, h - top, { fill: palette.near });
  drawing.path(white.join(""), {
    fill: drawing.gradient([
      [0, palette.lamp],
      [0.5, mix(palette.low, palette.mid, 0.3)],
      [1, mix(palette.mid, palette.near, 0.5)],
    ]),
  });
  drawing.path(black.join(""), {
    fill: drawing.gradient([
      [0, mix(palette.near, palette.mid, 0.25)],
      [1, palette.near],
    ]),
  });
  drawing.rect(0, top - 16, w, 18, { fill: mix(palette.accent, palette.near, 0.35) });
}

function speaker(scene: Scene): void {
  const { drawing, random, palette, h, fx, shine } = scene;
  const cy = h * 0.4;
  for (let ring = 9; ring > 0; ring -= 1) {
    const t = ring / 9;
    drawing.circle(fx, cy, 150 + ring * ring * 7, {
      stroke: mix(palette.lamp, palette.accent, t),
      width: 3 + (1 - t) * 9,
      opacity: 0.12 + (1 - t) * 0.5,
    });
  }
  drawing.glow(fx, cy, 380, palette.lamp, 0.8 * shine);
  const tones = [
    palette.near,
    mix(palette.accent, palette.near, 0.2),
    mix(palette.near, palette.mid, 0.25),
    mix(palette.near, palette.mid, 0.5),
    palette.accent,
    mix(palette.lamp, palette.accent, 0.3),
  ];
  [168, 150, 138, 92, 52, 24].forEach((r, index) => {
    const tone = tones[index] ?? palette.near;
    drawing.circle(fx, cy, r, {
      fill: drawing.gradient(
        [
          [0, mix(tone, palette.lamp, 0.18)],
          [1, mix(tone, palette.near, 0.35)],
        ],
        [0, 0, 1, 1],
      ),
    });
  });
  const bolts = [...Array(8).keys()].map((bolt) =>
    disc(fx + Math.cos(bolt * 0.785) * 159, cy + Math.sin(bolt * 0.785) * 159, 4.5),
  );
  drawing.path(bolts.join(""), { fill: palette.lamp, opacity: 0.8 });
  land(scene, h * 0.68, 30, 0.5, "hills");
  land(scene, h * 0.77, random.range(18, 30), 0.92, "hills");
}
