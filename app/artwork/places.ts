import { adjust, mix } from "./kit/color";
import { n, type Point } from "./kit/drawing";
import { layerColor } from "./kit/palette";
import { box, curve, disc, polygon } from "./kit/paths";
import {
  bands,
  birds,
  crescent,
  cumulus,
  lamp,
  land,
  sky,
  stars,
  type Composition,
  type Scene,
} from "./scene";

function towers(
  scene: Scene,
  floor: number,
  low: number,
  high: number,
  breadth: number,
  t: number,
  lit: number,
): void {
  const { drawing, random, palette, w, h } = scene;
  const shapes: string[] = [];
  const windows: string[] = [];
  for (let x = -random.range(10, 60); x < w;) {
    const width = breadth * random.range(0.6, 1.35);
    const top = floor - random.range(low, high);
    shapes.push(box(x, top, width + 1, h - top));
    const roof = random.int(0, 5);
    if (roof === 0)
      shapes.push(
        box(x + width * 0.46, top - breadth * 0.7, Math.max(2, breadth * 0.05), breadth * 0.7),
      );
    if (roof === 1)
      shapes.push(box(x + width * 0.18, top - breadth * 0.22, width * 0.4, breadth * 0.24));
    if (roof === 2)
      shapes.push(
        polygon([
          [x, top],
          [x + width, top],
          [x + width, top - breadth * 0.4],
        ]),
      );
    if (roof === 3)
      shapes.push(
        box(x + width * 0.2, top - breadth * 0.3, width * 0.6, breadth * 0.3),
        box(x + width * 0.36, top - breadth * 0.55, width * 0.28, breadth * 0.3),
      );
    const cell = breadth * 0.17;
    for (let wy = top + cell; lit > 0 && wy < floor + 60; wy += cell * 1.55) {
      for (let wx = x + cell * 0.8; wx < x + width - cell; wx += cell * 1.3) {
        if (random.chance(lit)) windows.push(box(wx, wy, cell * 0.62, cell * 0.78));
      }
    }
    x += width + (random.chance(0.3) ? breadth * 0.2 : 0);
  }
  const tone = layerColor(palette, t);
  drawing.path(shapes.join(""), {
    fill: drawing.gradient([
      [0, tone],
      [0.55, mix(tone, palette.low, 0.14 * (1 - t))],
      [1, mix(tone, palette.near, 0.6)],
    ]),
  });
  drawing.path(windows.join(""), { fill: mix(palette.lamp, palette.accent, 0.35), opacity: 0.85 });
}

function wires(scene: Scene, y: number): void {
  const { drawing, random, palette, w } = scene;
  let data = "";
  for (let index = 0; index < 4; index += 1) {
    const [from, to, sag] = [
      y + index * 26 + random.range(-6, 6),
      y - 46 + index * 30,
      random.range(40, 90),
    ];
    data += `M-10 ${n(from)}Q${n(w * 0.5)} ${n((from + to) / 2 + sag)} ${n(w + 10)} ${n(to)}`;
  }
  drawing.path(data, { stroke: palette.near, width: 2.6, opacity: 0.8 });
}

export const skyline: Composition = (scene) => {
  const { drawing, random, palette, h, fx, fy } = scene;
  const horizon = h * 0.62;
  sky(scene, horizon);
  const night = palette.light === "night";
  if (night) stars(scene, h * 0.4, 0.7);
  const r = random.range(120, 175);
  lamp(scene, fx, fy + 60, r, 0.95);
  bands(scene, fy + 90, 70, 4, mix(palette.low, palette.mid, 0.4), 0.5);
  towers(scene, horizon, 60, 190, 44, 0.2, 0);
  towers(scene, horizon + 40, 60, 250, 62, 0.42, night ? 0.16 : 0.05);
  drawing.glow(fx, horizon + 20, 420, palette.low, 0.4, 0.4);
  towers(scene, horizon + 110, 40, 230, 92, 0.72, night ? 0.34 : 0.12);
  towers(scene, horizon + 220, 20, 170, 140, 1, night ? 0.14 : 0.05);
  if (random.chance(0.55)) wires(scene, h * random.range(0.12, 0.2));
  else birds(scene, fx, h * 0.18, 5, 12);
};

export const school: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx } = scene;
  const horizon = h * 0.68;
  sky(scene, horizon);
  if (palette.light === "night") stars(scene, h * 0.5);
  lamp(scene, fx + random.sign() * 130, h * 0.17, random.range(38, 64));
  for (let index = 0; index < 2 + 3 * (w / 1200); index += 1)
    cumulus(
      scene,
      random.range(-40, w + 40),
      h * random.range(0.26, 0.44),
      random.range(240, 440),
      0.95,
    );
  cumulus(scene, fx - 40, h * 0.56, 520, 0.95);
  land(scene, h * 0.6, 26, 0.25, "hills");
  const [left, top, floor] = [fx - random.range(210, 260), h * 0.5, h * 0.74];
  const length = w - left + 40;
  const wall = mix(layerColor(palette, 0.66), palette.low, 0.12);
  drawing.rect(left, top, length, h - top, {
    fill: drawing.gradient([
      [0, wall],
      [1, layerColor(palette, 0.95)],
    ]),
  });
  drawing.rect(left - 10, top - 12, length, 14, { fill: adjust(wall, { lightness: -0.06 }) });
  const panes: string[] = [];
  for (let row = 0; row < 3; row += 1)
    for (let x = left + 26; x < w; x += 58) panes.push(box(x, top + 34 + row * 66, 44, 34));
  drawing.path(panes.join(""), {
    fill: drawing.gradient([
      [0, palette.lamp, 0.85],
      [1, palette.mid, 0.55],
    ]),
    opacity: 0.8,
  });
  const tx = left + random.range(120, 190);
  drawing.rect(tx, top - 128, 116, 250, {
    fill: drawing.gradient([
      [0, adjust(wall, { lightness: 0.02 })],
      [1, layerColor(palette, 0.85)],
    ]),
  });
  drawing.path(
    polygon([
      [tx - 14, top - 128],
      [tx + 58, top - 186],
      [tx + 130, top - 128],
    ]),
    { fill: mix(palette.accent, palette.near, 0.35) },
  );
  drawing.circle(tx + 58, top - 72, 34, { fill: palette.lamp });
  drawing.path(`M${n(tx + 58)} ${n(top - 72)}v-22M${n(tx + 58)} ${n(top - 72)}l15 9`, {
    stroke: palette.near,
    width: 4.5,
  });
  const fence: string[] = [];
  for (let x = tx + 134; x < w; x += 22) fence.push(`M${n(x)} ${n(top - 12)}v-46`);
  drawing.path(
    `${fence.join("")}M${n(tx + 130)} ${n(top - 58)}H${n(w)}M${n(tx + 130)} ${n(top - 36)}H${n(w)}`,
    { stroke: wall, width: 3.2 },
  );
  const trees: string[] = [];
  for (let x = -40; x < w + 60; x += random.range(44, 92))
    trees.push(disc(x, floor + random.range(0, 36), random.range(44, 76)));
  drawing.path(trees.join(""), {
    fill: drawing.gradient([
      [0, mix(layerColor(palette, 0.8), palette.accent, 0.12)],
      [0.5, palette.near],
    ]),
  });
  drawing.rect(0, floor + 40, w, h, { fill: palette.near });
  if (random.chance(0.5)) wires(scene, h * 0.1);
  else birds(scene, fx - 60, h * 0.22, 4, 14);
};

export const gothic: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx } = scene;
  sky(scene, h * 0.62);
  stars(scene, h * 0.4, 0.6);
  const [mx, my, r] = [fx + random.range(-40, 40), h * 0.33, random.range(165, 215)];
  lamp(scene, mx, my, r);
  const craters = [0, 1, 2, 3].map(() =>
    disc(
      mx + random.range(-0.6, 0.6) * r,
      my + random.range(-0.6, 0.5) * r,
      r * random.range(0.07, 0.2),
    ),
  );
  drawing.path(craters.join(""), { fill: palette.low, opacity: 0.28 });
  bands(scene, my + 60, 120, 5, mix(palette.mid, palette.near, 0.4), 0.55);
  land(scene, h * 0.58, 46, 0.4, 0.55);
  const stone = mix(layerColor(palette, 0.86), palette.near, 0.4);
  const base = h * 0.66;
  const walls: string[] = [];
  const windows: string[] = [];
  const spires = random.int(6, 8);
  for (let index = 0; index < spires; index += 1) {
    const t = index / (spires - 1) - 0.5;
    const width = random.range(26, 50);
    const rise = (1 - Math.abs(t) * 1.25) * random.range(160, 250) + 60;
    const x = fx + t * 330 + random.range(-12, 12);
    const top = base - rise;
    walls.push(
      box(x - width / 2, top, width, rise + 90),
      polygon([
        [x - width * 0.72, top],
        [x, top - width * random.range(2, 3.2)],
        [x + width * 0.72, top],
      ]),
    );
    for (let y = top + 26; y < base - 20; y += 62)
      if (random.chance(0.55)) windows.push(`M${n(x - 5)} ${n(y + 20)}v-13a5 5 0 0 1 10 0v13Z`);
  }
  walls.push(box(fx - 190, base - 60, 380, 160));
  drawing.path(walls.join(""), { fill: stone });
  drawing.path(windows.join(""), { fill: mix(palette.accent, palette.lamp, 0.5) });
  land(scene, h * 0.68, 34, 0.95, 0.56);
  const side = random.sign();
  deadTree(
    scene,
    side === 1 ? w + 10 : -10,
    h * 0.86,
    side === 1 ? Math.PI * 1.27 : Math.PI * 1.73,
  );
  let bats = "";
  for (let index = 0; index < 6; index += 1) {
    const [x, y, s] = [
      mx + random.range(-1.2, 1.2) * r,
      my + random.range(-0.9, 0.3) * r,
      random.range(9, 19),
    ];
    bats += `M${n(x)} ${n(y)}q${n(-s * 0.7)} ${n(-s * 0.9)} ${n(-s * 1.9)} ${n(-s * 0.5)}q${n(s * 0.5)} ${n(s * 0.2)} ${n(s * 0.6)} ${n(s * 0.8)}q${n(s * 0.7)} ${n(-s * 0.3)} ${n(s * 1.3)} ${n(s * 0.5)}q${n(s * 0.6)} ${n(-s * 0.8)} ${n(s * 1.3)} ${n(-s * 0.5)}q${n(s * 0.1)} ${n(-s * 0.6)} ${n(s * 0.6)} ${n(-s * 0.8)}q${n(-s * 1.2)} ${n(-s * 0.4)} ${n(-s * 1.9)} ${n(s * 0.5)}Z`;
  }
  drawing.path(bats, { fill: palette.near });
};

function deadTree({ drawing, random, palette }: Scene, x: number, y: number, angle: number): void {
  let data = "";
  const grow = (
    fromX: number,
    fromY: number,
    heading: number,
    length: number,
    width: number,
  ): void => {
    const bend = heading + random.range(-0.25, 0.25);
    const [toX, toY] = [fromX + Math.cos(bend) * length, fromY + Math.sin(bend) * length];
    const [across, along] = [[-Math.sin(bend), Math.cos(bend)] as const, width * 0.62];
    const corners: Point[] = [
      [fromX + across[0] * width, fromY + across[1] * width],
      [toX + across[0] * along, toY + across[1] * along],
      [toX - across[0] * along, toY - across[1] * along],
      [fromX - across[0] * width, fromY - across[1] * width],
    ];
    data += polygon(corners) + disc(toX, toY, along);
    if (width < 1.6) return;
    grow(
      toX,
      toY,
      bend + random.range(0.15, 0.55),
      length * random.range(0.66, 0.82),
      width * 0.62,
    );
    grow(toX, toY, bend - random.range(0.15, 0.6), length * random.range(0.6, 0.8), width * 0.58);
  };
  grow(x, y, angle, 150, 15);
  drawing.path(data, { fill: palette.near });
}

export const shrine: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx } = scene;
  sky(scene, h * 0.64);
  const night = palette.light === "night";
  if (night) stars(scene, h * 0.5, 0.8);
  const [sx, sy, r] = [fx, h * 0.36, random.range(170, 220)];
  if (palette.light === "paper") drawing.circle(sx, sy, r, { fill: palette.lamp });
  else if (night && random.chance(0.5)) crescent(scene, sx, h * 0.34, 92, -20);
  else lamp(scene, sx, sy, r);
  bands(
    scene,
    sy + 90,
    110,
    5,
    mix(palette.low, palette.lamp, palette.light === "paper" ? 0 : 0.5),
    0.75,
  );
  land(scene, h * 0.58, 52, 0.2, "hills");
  land(scene, h * 0.63, 40, 0.4, "hills");
  const ink = mix(palette.near, palette.mid, 0.06);
  const gate = random.chance(0.6);
  if (gate) {
    const red = palette.light === "paper" ? ink : mix(palette.accent, palette.near, 0.25);
    torii(scene, fx, h * 0.76, random.range(285, 325), red);
  } else {
    pagoda(scene, fx + random.range(-60, 60), h * 0.74, random.range(190, 240), ink);
  }
  land(scene, h * 0.76, 14, 0.9, "hills");
  if (gate) steps(scene, fx, h * 0.765, ink);
  const side = random.sign() === 1 ? w : 0;
  const pads: string[] = [];
  const inward = side === 0 ? 1 : -1;
  for (const [along, down, size] of [
    [30, 60, 96],
    [120, 92, 66],
    [60, 128, 84],
    [176, 140, 48],
    [20, 196, 70],
  ] as const) {
    const [x, y] = [side + inward * along, h * 0.04 + down];
    pads.push(
      `M${n(x - size)} ${n(y)}a${n(size)} ${n(size * 0.42)} 0 0 1 ${n(size * 2)} 0q${n(-size)} ${n(size * 0.24)} ${n(-size * 2)} 0Z`,
    );
  }
  drawing.path(pads.join(""), { fill: mix(ink, palette.mid, 0.12) });
  drawing.path(
    `M${n(side)} ${n(h * 0.16)}Q${n(side + inward * 90)} ${n(h * 0.2)} ${n(side + inward * 190)} ${n(h * 0.17)}M${n(side)} ${n(h * 0.16)}Q${n(side + inward * 60)} ${n(h * 0.13)} ${n(side + inward * 120)} ${n(h * 0.11)}`,
    { stroke: ink, width: 7 },
  );
  birds(scene, sx + random.range(-60, 60), sy - r * 0.5, 4, 13);
};

function torii(
  { drawing }: Scene,
  x: number,
  floor: number,
  width: number,
  fill: ReturnType<typeof mix>,
): void {
  const [half, height, post] = [width / 2, width * 1.02, width * 0.062];
  const top = floor - height;
  const roof = `M${n(x - half * 1.34)} ${n(top - width * 0.06)}Q${n(x)} ${n(top + width * 0.075)} ${n(x + half * 1.34)} ${n(top - width * 0.06)}L${n(x + half * 1.24)} ${n(top + width * 0.07)}Q${n(x)} ${n(top + width * 0.15)} ${n(x - half * 1.24)} ${n(top + width * 0.07)}Z`;
  const legs = [-1, 1].map((side) =>
    polygon([
      [x + side * half * 0.74 - post * 0.8, top],
      [x + side * half * 0.74 + post * 0.8, top],
      [x + side * half * 0.84 + post, floor + 60],
      [x + side * half * 0.84 - post, floor + 60],
    ]),
  );
  drawing.path(
    roof +
      legs.join("") +
      box(x - half * 1.02, top + width * 0.2, width * 1.02, width * 0.075) +
      box(x - post * 0.8, top + width * 0.08, post * 1.6, width * 0.14),
    { fill },
  );
}

function steps(
  { drawing, palette }: Scene,
  x: number,
  top: number,
  ink: ReturnType<typeof mix>,
): void {
  const edges: string[] = [];
  drawing.path(
    polygon([
      [x - 95, top],
      [x + 95, top],
      [x + 260, top + 220],
      [x - 260, top + 220],
    ]),
    {
      fill: drawing.gradient([
        [0, mix(ink, palette.low, 0.4)],
        [1, ink],
      ]),
    },
  );
  for (let step = 0; step < 9; step += 1) {
    const down = step * step * 2.2 + step * 4;
    edges.push(`M${n(x - 95 - down * 0.75)} ${n(top + down)}H${n(x + 95 + down * 0.75)}`);
  }
  drawing.path(edges.join(""), { stroke: palette.low, width: 2.4, opacity: 0.45 });
}

function pagoda(
  { drawing, palette }: Scene,
  x: number,
  floor: number,
  width: number,
  fill: ReturnType<typeof mix>,
): void {
  let y = floor;
  let size = width;
  let data = "";
  let lights = "";
  for (let tier = 0; tier < 5; tier += 1) {
    const rise = size * 0.27;
    data += box(x - size * 0.3, y - rise, size * 0.6, rise + 2);
    const eaves: Point[] = [
      [x - size * 0.62, y - rise - 10],
      [x - size * 0.36, y - rise - 10 - size * 0.05],
      [x, y - rise - size * 0.19],
      [x + size * 0.36, y - rise - 10 - size * 0.05],
      [x + size * 0.62, y - rise - 10],
    ];
    data += `${curve(eaves)}L${n(x + size * 0.5)} ${n(y - rise + 6)}L${n(x - size * 0.5)} ${n(y - rise + 6)}Z`;
    for (const side of [-0.15, 0, 0.15])
      lights += box(x + side * size - size * 0.03, y - rise * 0.7, size * 0.06, rise * 0.42);
    y -= rise + size * 0.13;
    size *= 0.84;
  }
  data += box(x - 3, y - 70, 6, 80) + disc(x, y - 70, 6);
  drawing.path(data, { fill });
  drawing.path(lights, { fill: palette.lamp, opacity: 0.75 });
}
