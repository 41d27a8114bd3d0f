import { adjust, mix, type Color } from "./kit/color";
import { n, type Point } from "./kit/drawing";
import { box, curve, disc, ground, polygon } from "./kit/paths";
import { sky, stars, type Composition, type Scene } from "./scene";

export const portal: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx, shine } = scene;
  const floor = h * 0.7;
  drawing.rect(0, 0, w, h, {
    fill: drawing.gradient([
      [0, palette.top],
      [0.8, mix(palette.top, palette.mid, 0.45)],
      [1, palette.near],
    ]),
  });
  const round = random.chance(0.65);
  const rings = scene.wide ? 9 : 6;
  const arch = (half: number, rise: number): string =>
    round
      ? `M${n(fx - half)} ${n(floor + 240)}V${n(floor - rise + half)}A${n(half)} ${n(half)} 0 0 1 ${n(fx + half)} ${n(floor - rise + half)}V${n(floor + 240)}Z`
      : polygon([
          [fx - half * 1.04, floor + 240],
          [fx - half * 0.9, floor - rise],
          [fx + half * 0.9, floor - rise],
          [fx + half * 1.04, floor + 240],
        ]);
  for (let index = rings; index >= 1; index -= 1) {
    const half = 68 * 1.42 ** index;
    const t = 1 - index / (rings + 1);
    const wall = mix(palette.top, mix(palette.mid, palette.low, t * 0.7), t ** 0.8);
    drawing.path(arch(half, 300 + index * 66), {
      fill: drawing.gradient(
        [
          [0, adjust(wall, { lightness: -0.05 })],
          [1, wall],
        ],
        [0, 0, random.sign() === 1 ? 1 : 0, 1],
      ),
    });
    drawing.path(arch(half, 300 + index * 66), {
      stroke: palette.lamp,
      width: 1.8,
      opacity: 0.1 + t * 0.35,
    });
  }
  drawing.glow(fx, floor - 150, 430, palette.lamp, 0.8 * shine);
  drawing.path(arch(68, 300), {
    fill: drawing.gradient([
      [0, palette.low],
      [0.4, palette.lamp],
      [1, palette.lamp],
    ]),
  });
  drawing.path(
    polygon([
      [0, floor],
      [w, floor],
      [w, h],
      [0, h],
    ]),
    {
      fill: drawing.gradient([
        [0, mix(palette.mid, palette.near, 0.55)],
        [0.4, palette.near],
        [1, palette.near],
      ]),
    },
  );
  drawing.path(
    polygon([
      [fx - 68, floor],
      [fx + 68, floor],
      [fx + 250, h],
      [fx - 250, h],
    ]),
    {
      fill: drawing.gradient([
        [0, palette.lamp, 0.95],
        [0.35, palette.low, 0.55],
        [1, palette.low, 0],
      ]),
    },
  );
  figure(scene, fx + random.range(-14, 14), floor + 22, 140);
};

function figure({ drawing, palette }: Scene, x: number, floor: number, height: number): void {
  const u = height / 100;
  const fill = palette.near;
  drawing.path(
    polygon([
      [x - 9 * u, floor],
      [x + 9 * u, floor],
      [x + 46 * u, floor + 130 * u],
      [x - 46 * u, floor + 130 * u],
    ]),
    {
      fill: drawing.gradient([
        [0, fill, 0.85],
        [1, fill, 0],
      ]),
    },
  );
  drawing.path(
    `${disc(x, floor - 90 * u, 8.5 * u)}M${n(x - 5 * u)} ${n(floor - 82 * u)}H${n(x + 5 * u)}Q${n(x + 14 * u)} ${n(floor - 78 * u)} ${n(x + 14 * u)} ${n(floor - 64 * u)}L${n(x + 17 * u)} ${n(floor - 20 * u)}H${n(x - 17 * u)}L${n(x - 14 * u)} ${n(floor - 64 * u)}Q${n(x - 14 * u)} ${n(floor - 78 * u)} ${n(x - 5 * u)} ${n(floor - 82 * u)}Z${box(x - 9 * u, floor - 22 * u, 7 * u, 22 * u)}${box(x + 2 * u, floor - 22 * u, 7 * u, 22 * u)}`,
    { fill },
  );
}

export const streetlamp: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx, shine } = scene;
  sky(scene, h * 0.74);
  stars(scene, h * 0.35, 0.4);
  const floor = h * 0.74;
  for (let layer = 0; layer < 3; layer += 1) {
    const walls: string[] = [];
    for (let x = -30; x < w;) {
      const width = random.range(90, 170);
      const gap = Math.abs(x + width / 2 - fx) < 130 + 70 * layer;
      if (!gap) walls.push(box(x, h * random.range(0.16, 0.36) - 30 * layer, width, h));
      x += width + random.range(0, 26);
    }
    drawing.path(walls.join(""), {
      fill: drawing.gradient([
        [0, mix(palette.mid, palette.near, 0.25 + layer * 0.28)],
        [0.75, mix(palette.low, palette.near, 0.3 + layer * 0.25)],
        [1, palette.near],
      ]),
      opacity: 0.85,
    });
  }
  const [lx, ly] = [fx + random.sign() * 55, h * 0.26];
  drawing.path(
    polygon([
      [lx - 16, ly],
      [lx + 16, ly],
      [lx + 190, floor + 60],
      [lx - 190, floor + 60],
    ]),
    {
      fill: drawing.gradient([
        [0, palette.lamp, 0.8],
        [1, palette.lamp, 0.1],
      ]),
      opacity: 0.75 * shine,
    },
  );
  drawing.rect(0, floor, w, h - floor, {
    fill: drawing.gradient([
      [0, mix(palette.mid, palette.near, 0.5)],
      [1, palette.near],
    ]),
  });
  drawing.ellipse(lx, floor + 50, 210, 34, { fill: palette.lamp, opacity: 0.45 });
  drawing.glow(lx, ly, 260, palette.lamp, 0.95 * shine);
  const side = lx < fx ? -1 : 1;
  drawing.path(
    `M${n(lx + side * 92)} ${n(floor + 48)}V${n(ly + 20)}Q${n(lx + side * 92)} ${n(ly - 44)} ${n(lx + side * 20)} ${n(ly - 22)}`,
    { stroke: palette.near, width: 11 },
  );
  drawing.path(`M${n(lx - 27)} ${n(ly + 4)}Q${n(lx)} ${n(ly - 40)} ${n(lx + 27)} ${n(ly + 4)}Z`, {
    fill: palette.near,
  });
  drawing.ellipse(lx, ly + 5, 22, 8, { fill: palette.lamp });
  figure(scene, lx - side * random.range(10, 46), floor + 50, 165);
  const rain: string[] = [];
  if (random.chance(0.6))
    for (let index = 0; index < 80 * (w / 600); index += 1)
      rain.push(
        `M${n(random.range(0, w))} ${n(random.range(0, h * 0.8))}l-7 ${n(random.range(24, 54))}`,
      );
  drawing.path(rain.join(""), { stroke: palette.lamp, width: 1.8, opacity: 0.32 });
};

export const silk: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx, shine } = scene;
  sky(scene, h * 0.6);
  drawing.glow(fx, h * 0.24, 420, palette.lamp, 0.9 * shine);
  const moon = random.chance(0.6);
  if (moon)
    drawing.circle(fx, h * 0.27, random.range(72, 105), { fill: palette.lamp, opacity: 0.95 });
  const tones = [
    mix(palette.low, palette.lamp, 0.35),
    palette.low,
    mix(palette.low, palette.accent, 0.45),
    mix(palette.low, palette.mid, 0.6),
    palette.mid,
    mix(palette.mid, palette.accent, 0.25),
    mix(palette.mid, palette.near, 0.45),
    mix(palette.mid, palette.near, 0.8),
  ];
  const [phase, slope] = [random.range(0, 6), random.range(80, 190) * random.sign()];
  tones.forEach((tone, index) => {
    const t = index / tones.length;
    const points: Point[] = [];
    const length = random.range(120, 210);
    for (let x = -80; x < w + 120; x += 45) {
      points.push([
        x,
        h * (0.36 + t * 0.43) +
          Math.sin(x / length + phase + index * 0.75) * (78 - t * 34) +
          ((x - fx) / 600) * slope * (1 - t) * (scene.wide ? 0.25 : 1),
      ]);
    }
    const shade = mix(tone, palette.near, 0.42);
    drawing.path(ground(curve(points), points, h + 20), {
      fill: drawing.gradient([
        [0, mix(tone, palette.lamp, 0.16)],
        [0.22, tone],
        [0.55, shade],
        [1, shade],
      ]),
    });
    drawing.path(curve(points), { stroke: palette.lamp, width: 2, opacity: 0.4 * (1 - t) });
  });
};

export const forms: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx } = scene;
  const tones: Color[] = [
    palette.mid,
    palette.lamp,
    palette.accent,
    palette.near,
    mix(palette.accent, palette.low, 0.55),
    mix(palette.mid, palette.near, 0.45),
  ];
  const tone = (): Color => tones[random.int(0, tones.length - 1)] ?? palette.mid;
  drawing.rect(0, 0, w, h, {
    fill: drawing.gradient([
      [0, palette.low],
      [1, palette.top],
    ]),
  });
  if (random.chance(0.5)) {
    const cell = 150;
    for (let y = 0; y < h; y += cell) {
      for (let x = 0; x < w; x += cell) {
        const [back, front] = [tone(), tone()];
        drawing.rect(x, y, cell + 0.5, cell + 0.5, { fill: back });
        const turn = `translate(${n(x + cell / 2)} ${n(y + cell / 2)}) rotate(${String(random.int(0, 3) * 90)})`;
        const half = cell / 2;
        const kind = random.int(0, 6);
        if (kind <= 2)
          drawing.path(
            `M${n(-half)} ${n(-half)}H${n(half)}A${n(cell)} ${n(cell)} 0 0 1 ${n(-half)} ${n(half)}Z`,
            { fill: front, transform: turn },
          );
        else if (kind === 3)
          drawing.path(`M${n(-half)} 0A${n(half)} ${n(half)} 0 0 1 ${n(half)} 0Z`, {
            fill: front,
            transform: turn,
          });
        else if (kind === 4)
          drawing.path(disc(0, 0, half * 0.62), { fill: front, transform: turn });
        else if (kind === 5)
          drawing.path([0, 1, 2].map((bar) => box(-half, -half + bar * 50, cell, 25)).join(""), {
            fill: front,
            transform: turn,
          });
        else
          drawing.path(
            polygon([
              [-half, -half],
              [half, -half],
              [-half, half],
            ]),
            { fill: front, transform: turn },
          );
      }
    }
    return;
  }
  const r = random.range(170, 215);
  const [cx, cy] = [fx + random.range(-50, 50), h * 0.36];
  const tilt = random.range(-40, 40);
  drawing.rect(-1400, -38, 2800, 76, {
    fill: palette.near,
    transform: `translate(${n(cx)} ${n(cy + 60)}) rotate(${n(tilt)})`,
  });
  drawing.circle(cx, cy, r, { fill: palette.lamp });
  drawing.path(`M${n(-r)} 0A${n(r)} ${n(r)} 0 0 1 ${n(r)} 0Z`, {
    fill: palette.accent,
    transform: `translate(${n(cx)} ${n(cy)}) rotate(${n(tilt + 90)})`,
  });
  drawing.circle(cx + r * 0.9, cy - r * 0.95, r * 0.34, { fill: palette.near });
  drawing.circle(cx - r * 1.05, cy + r * 0.75, r * 0.46, { stroke: palette.near, width: 9 });
  const lines: string[] = [];
  for (let index = 0; index < 7; index += 1) lines.push(`M-1400 ${n(120 + index * 17)}H1400`);
  drawing.path(lines.join(""), {
    stroke: palette.near,
    width: 3,
    opacity: 0.75,
    transform: `translate(${n(cx)} ${n(cy)}) rotate(${n(tilt)})`,
  });
  drawing.path(
    polygon([
      [cx - r * 0.2, cy + r * 0.4],
      [cx + r * 1.35, cy + r * 1.05],
      [cx + r * 0.1, cy + r * 1.6],
    ]),
    { fill: mix(palette.accent, palette.near, 0.35), opacity: 0.92 },
  );
  drawing.rect(0, h * 0.74, w, h * 0.26, { fill: palette.near });
};
