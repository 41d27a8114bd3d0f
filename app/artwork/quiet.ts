import { mix } from "./kit/color";
import { n, type Point } from "./kit/drawing";
import { layerColor } from "./kit/palette";
import { box, curve, disc, leaf, polygon } from "./kit/paths";
import {
  bands,
  crescent,
  lamp,
  land,
  motes,
  sky,
  stars,
  type Composition,
  type Scene,
} from "./scene";

function blossom(x: number, y: number, r: number, turn: number): string {
  return [0, 1, 2, 3, 4].map((petal) => leaf(x, y, turn + petal * 1.2566, r, r * 0.92)).join("");
}

export const petals: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx } = scene;
  sky(scene, h * 0.68);
  if (palette.light === "night") stars(scene, h * 0.5, 0.6);
  lamp(scene, fx, h * 0.37, random.range(145, 195));
  bands(scene, h * 0.5, 70, 3, palette.lamp, 0.3);
  land(scene, h * 0.62, 40, 0.22, "hills");
  land(scene, h * 0.7, 34, 0.55, "hills");
  const pink = mix(palette.accent, palette.lamp, palette.light === "day" ? 0.3 : 0.42);
  const side = random.sign();
  const [twigs, blooms, pale, hearts]: [string[], string[], string[], string[]] = [[], [], [], []];
  const grow = (x: number, y: number, heading: number, length: number, width: number): void => {
    const [dx, dy] = [Math.cos(heading) * length, Math.sin(heading) * length];
    const bend = random.range(-0.2, 0.2) * length;
    const [mx, my] = [x + dx / 2 - Math.sin(heading) * bend, y + dy / 2 + Math.cos(heading) * bend];
    const [tx, ty] = [x + dx, y + dy];
    const [px, py] = [-Math.sin(heading) * width, Math.cos(heading) * width];
    twigs.push(
      `M${n(x + px)} ${n(y + py)}Q${n(mx + px * 0.8)} ${n(my + py * 0.8)} ${n(tx + px * 0.55)} ${n(ty + py * 0.55)}L${n(tx - px * 0.55)} ${n(ty - py * 0.55)}Q${n(mx - px * 0.8)} ${n(my - py * 0.8)} ${n(x - px)} ${n(y - py)}Z`,
    );
    if (width < 9) {
      for (let index = 0; index < 2; index += 1) {
        const along = random.range(0.3, 1.1);
        const [bx, by, size] = [
          x + dx * along + random.range(-20, 20),
          y + dy * along + random.range(-18, 18),
          random.range(13, 25),
        ];
        (random.chance(0.6) ? blooms : pale).push(blossom(bx, by, size, random.range(0, 6)));
        hearts.push(disc(bx, by, size * 0.17));
      }
    }
    if (width < 2.6) return;
    grow(tx, ty, heading + random.range(0.1, 0.5), length * random.range(0.68, 0.84), width * 0.66);
    grow(tx, ty, heading - random.range(0.15, 0.6), length * random.range(0.6, 0.8), width * 0.58);
  };
  const [root, start] = scene.wide
    ? [fx + side * 430, -30]
    : [side === 1 ? w + 24 : -24, h * random.range(0.04, 0.16)];
  const droop = scene.wide ? random.range(0.4, 0.55) : random.range(0.08, 0.36);
  grow(root, start, side === 1 ? Math.PI - droop : droop, 165, 17);
  drawing.path(twigs.join(""), { fill: mix(palette.near, palette.mid, 0.14) });
  drawing.path(blooms.join(""), { fill: pink });
  drawing.path(pale.join(""), { fill: mix(pink, palette.lamp, 0.55) });
  drawing.path(hearts.join(""), { fill: mix(pink, palette.near, 0.45) });
  const drift: string[] = [];
  for (let index = 0; index < 26 * (w / 600) ** 0.7; index += 1)
    drift.push(
      leaf(
        random.range(0, w),
        random.range(h * 0.15, h * 0.78),
        random.range(0, 6),
        random.range(11, 26),
        random.range(8, 15),
      ),
    );
  drawing.path(drift.join(""), { fill: mix(pink, palette.lamp, 0.2), opacity: 0.9 });
  land(scene, h * 0.79, 22, 0.95, "hills");
};

function fronds(
  { drawing, random }: Scene,
  x: number,
  y: number,
  heading: number,
  length: number,
  fill: ReturnType<typeof mix>,
  vein: ReturnType<typeof mix>,
): void {
  const leaves: string[] = [];
  const ribs: string[] = [];
  const bend = random.range(-0.5, 0.5);
  const spine: Point[] = [];
  const steps = 9;
  const broad = random.range(0.2, 0.34);
  for (let step = 0; step <= steps; step += 1) {
    const t = step / steps;
    const angle = heading + bend * t;
    const [px, py] = [x + Math.cos(angle) * length * t, y + Math.sin(angle) * length * t];
    spine.push([px, py]);
    if (step < 1) continue;
    const size = length * 0.42 * Math.sin(Math.PI * (0.2 + t * 0.72));
    for (const side of [-1, 1]) {
      const lean = angle + side * (1.05 - t * 0.45);
      leaves.push(leaf(px, py, lean, size, size * broad));
      ribs.push(
        `M${n(px)} ${n(py)}L${n(px + Math.cos(lean) * size * 0.8)} ${n(py + Math.sin(lean) * size * 0.8)}`,
      );
    }
  }
  drawing.path(leaves.join(""), { fill });
  drawing.path(ribs.join("") + curve(spine), { stroke: vein, width: 2.2, opacity: 0.5 });
}

export const botanical: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx, shine } = scene;
  sky(scene, h * 0.7);
  const night = palette.light === "night";
  if (night) stars(scene, h * 0.5, 0.6);
  if (night) crescent(scene, fx, h * 0.32, 92, random.range(-40, 10));
  else lamp(scene, fx, h * 0.36, random.range(130, 170));
  drawing.glow(fx, h * 0.5, 400, palette.lamp, 0.3 * shine);
  land(scene, h * 0.64, 36, 0.25, "hills");
  for (let layer = 0; layer < 3; layer += 1) {
    const tone = mix(
      layerColor(palette, 0.32 + layer * 0.32),
      palette.accent,
      layer === 1 ? 0.2 : 0.05,
    );
    const vein = mix(tone, palette.low, 0.4);
    const count = Math.round((6 + layer) * (w / 600) ** 0.75);
    for (let index = 0; index < count; index += 1) {
      const x = scene.wide
        ? random.range(0, w)
        : index % 2 === 0
          ? random.range(-30, w * 0.24)
          : random.range(w * 0.76, w + 30);
      const outward = x < fx ? -1 : 1;
      fronds(
        scene,
        x,
        h * (1.0 + layer * 0.07),
        -Math.PI / 2 + outward * random.range(-0.25, 0.55),
        random.range(380, 560) - layer * 20,
        tone,
        vein,
      );
    }
    if (layer === 1) motes(scene, h * 0.35, h * 0.75, 14);
  }
  for (const side of [0, w])
    fronds(
      scene,
      side === 0 ? -40 : w + 40,
      random.range(-60, 0),
      side === 0 ? random.range(0.5, 1) : Math.PI - random.range(0.5, 1),
      random.range(280, 380),
      layerColor(palette, 0.92),
      layerColor(palette, 0.6),
    );
};

export const lanterns: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx, shine } = scene;
  sky(scene, h * 0.72);
  stars(scene, h * 0.6, 1);
  const warm = mix(palette.accent, palette.lamp, 0.4);
  if (random.chance(0.62)) {
    const lantern = (x: number, y: number, s: number): void => {
      drawing.glow(x, y, s * 2.6, warm, 0.5 * shine);
      drawing.path(
        `M${n(x - s * 0.5)} ${n(y - s * 0.62)}Q${n(x)} ${n(y - s * 0.9)} ${n(x + s * 0.5)} ${n(y - s * 0.62)}L${n(x + s * 0.4)} ${n(y + s * 0.6)}Q${n(x)} ${n(y + s * 0.7)} ${n(x - s * 0.4)} ${n(y + s * 0.6)}Z`,
        {
          fill: drawing.gradient([
            [0, mix(warm, palette.mid, 0.35)],
            [0.55, warm],
            [1, palette.lamp],
          ]),
        },
      );
    };
    const count = Math.round(26 * (w / 600) ** 0.6);
    for (let index = 0; index < count; index += 1) {
      const t = (index / count) ** 1.6;
      lantern(
        fx + random.range(-1, 1) * (scene.wide ? 1100 : 280),
        h * (0.62 - random.next() * 0.54),
        9 + t * 44 * random.range(0.7, 1.2),
      );
    }
  } else {
    const bursts = scene.wide ? 7 : 3;
    for (let burst = 0; burst < bursts; burst += 1) {
      const [x, y, r] = [
        fx + (burst - (bursts - 1) / 2) * 200 + random.range(-40, 40),
        h * random.range(0.16, 0.44),
        random.range(110, 200),
      ];
      const tone = burst % 2 === 0 ? warm : mix(palette.low, palette.lamp, 0.5);
      drawing.glow(x, y, r * 1.3, tone, 0.5 * shine);
      const [lines, tips]: [string[], string[]] = [[], []];
      const rays = random.int(20, 28);
      for (const [share, turn] of [
        [1, 0],
        [0.66, 0.5],
        [0.36, 0.25],
      ] as const) {
        for (let ray = 0; ray < rays; ray += 1) {
          const angle = ((ray + turn) * 2 * Math.PI) / rays;
          const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
          lines.push(
            `M${n(x + cos * r * share * 0.72)} ${n(y + sin * r * share * 0.72)}L${n(x + cos * r * share * 0.94)} ${n(y + sin * r * share * 0.94)}`,
          );
          tips.push(disc(x + cos * r * share, y + sin * r * share, 3.2));
        }
      }
      drawing.path(lines.join(""), { stroke: tone, width: 2.6, opacity: 0.9 });
      drawing.path(tips.join(""), { fill: palette.lamp });
    }
  }
  land(scene, h * 0.63, 44, 0.4, "hills");
  const [roofs, lights]: [string[], string[]] = [[], []];
  for (let x = -20; x < w;) {
    const [width, rise] = [random.range(46, 92), random.range(24, 60)];
    const y = h * 0.71;
    roofs.push(
      box(x, y - rise, width, rise + 40),
      polygon([
        [x - 10, y - rise],
        [x + width * 0.5, y - rise - width * 0.3],
        [x + width + 10, y - rise],
      ]),
    );
    for (let wx = x + 10; wx < x + width - 12; wx += 20)
      if (random.chance(0.5)) lights.push(box(wx, y - rise + 12, 10, 13));
    x += width + random.range(-4, 16);
  }
  drawing.path(roofs.join(""), { fill: layerColor(palette, 0.85) });
  drawing.path(lights.join(""), { fill: warm });
  drawing.rect(0, h * 0.73, w, h * 0.27, {
    fill: drawing.gradient([
      [0, mix(palette.mid, palette.near, 0.35)],
      [0.5, palette.near],
      [1, palette.near],
    ]),
  });
  const glints: string[] = [];
  for (let index = 0; index < 22 * (w / 600); index += 1)
    glints.push(
      `M${n(random.range(0, w))} ${n(h * random.range(0.745, 0.84))}h${n(random.range(14, 50))}`,
    );
  drawing.path(glints.join(""), { stroke: warm, width: 3, opacity: 0.45 });
};

export const table: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx, shine } = scene;
  drawing.rect(0, 0, w, h, {
    fill: drawing.gradient([
      [0, palette.mid],
      [0.7, palette.low],
      [1, palette.mid],
    ]),
  });
  const [cy, r] = [h * 0.6, random.range(195, 225)];
  drawing.circle(fx, h * 0.43, random.range(255, 285), {
    fill: drawing.gradient([
      [0, mix(palette.lamp, palette.low, 0.15)],
      [1, mix(palette.lamp, palette.low, 0.75)],
    ]),
  });
  const cloth = mix(palette.accent, palette.near, 0.3);
  const panel = 150;
  const offset = (fx % panel) - panel;
  const flaps: string[] = [];
  for (let x = offset; x < w + panel; x += panel) {
    const foot = h * 0.17 + random.range(-8, 8);
    flaps.push(
      `M${n(x + 3)} -5H${n(x + panel - 3)}L${n(x + panel - 7)} ${n(foot)}Q${n(x + panel / 2)} ${n(foot + 14)} ${n(x + 7)} ${n(foot)}Z`,
    );
  }
  drawing.path(flaps.join(""), {
    fill: drawing.gradient([
      [0, mix(cloth, palette.near, 0.4)],
      [1, cloth],
    ]),
  });
  const crests: string[] = [];
  for (let x = offset + panel / 2; x < w + panel; x += panel) crests.push(disc(x, h * 0.09, 30));
  drawing.path(crests.join(""), { stroke: palette.lamp, width: 6, opacity: 0.85 });
  for (let index = 0; index < 4; index += 1) {
    const [x, sway] = [fx + (index - 1.5) * 72, random.sign() * random.range(26, 44)];
    drawing.path(
      `M${n(x)} ${n(cy - 50)}C${n(x + sway)} ${n(cy - 120)} ${n(x - sway)} ${n(cy - 180)} ${n(x + sway * 0.3)} ${n(cy - 270)}`,
      {
        stroke: drawing.gradient([
          [0, palette.lamp, 0],
          [0.5, palette.lamp, 0.85],
          [1, palette.lamp, 0.3],
        ]),
        width: 15,
        opacity: 0.8 * shine,
      },
    );
  }
  const counter = h * 0.76;
  drawing.rect(0, counter, w, h - counter, {
    fill: drawing.gradient([
      [0, mix(palette.near, palette.mid, 0.28)],
      [0.12, palette.near],
      [1, palette.near],
    ]),
  });
  drawing.ellipse(fx, cy + r * 0.84, r * 0.95, 22, { fill: palette.near, opacity: 0.75 });
  const bowl = mix(palette.accent, palette.near, 0.08);
  drawing.path(
    `M${n(fx - r)} ${n(cy)}C${n(fx - r * 0.95)} ${n(cy + r * 0.55)} ${n(fx - r * 0.5)} ${n(cy + r * 0.76)} ${n(fx - r * 0.4)} ${n(cy + r * 0.84)}H${n(fx + r * 0.4)}C${n(fx + r * 0.5)} ${n(cy + r * 0.76)} ${n(fx + r * 0.95)} ${n(cy + r * 0.55)} ${n(fx + r)} ${n(cy)}Z`,
    {
      fill: drawing.gradient(
        [
          [0, mix(bowl, palette.lamp, 0.15)],
          [0.55, bowl],
          [1, mix(bowl, palette.near, 0.55)],
        ],
        [0, 0, 1, 0.4],
      ),
    },
  );
  drawing.path(
    `M${n(fx - r * 0.93)} ${n(cy + r * 0.24)}Q${n(fx)} ${n(cy + r * 0.5)} ${n(fx + r * 0.93)} ${n(cy + r * 0.24)}`,
    { stroke: palette.lamp, width: 9, opacity: 0.85 },
  );
  drawing.ellipse(fx, cy, r, r * 0.25, { fill: mix(palette.lamp, palette.low, 0.2) });
  drawing.ellipse(fx, cy + 2, r * 0.92, r * 0.21, {
    fill: drawing.gradient([
      [0, mix(palette.near, palette.accent, 0.35)],
      [1, mix(palette.accent, palette.low, 0.4)],
    ]),
  });
  const [noodles, toppings]: [string[], number[]] = [[], [-0.42, 0.08, 0.46]];
  for (let index = 0; index < 9; index += 1)
    noodles.push(
      `M${n(fx - r * 0.75 + index * 24)} ${n(cy + random.range(-8, 26))}q${n(36)} ${n(-26)} ${n(76)} ${n(random.range(-4, 14))}`,
    );
  drawing.path(noodles.join(""), {
    stroke: mix(palette.lamp, palette.low, 0.35),
    width: 7,
    opacity: 0.9,
  });
  drawing.path(box(fx + r * 0.3, cy - 86, 66, 92), {
    fill: palette.near,
    transform: `rotate(12 ${n(fx + r * 0.3)} ${n(cy)})`,
  });
  for (const at of toppings) {
    drawing.ellipse(fx + at * r, cy - 8, 42, 25, { fill: palette.lamp });
    drawing.ellipse(fx + at * r, cy - 9, 20, 12, { fill: mix(palette.accent, palette.low, 0.35) });
  }
  const side = random.sign();
  for (const shift of [0, 26])
    drawing.path(
      `M${n(fx + side * (40 + shift))} ${n(cy + 6)}L${n(fx + side * (290 + shift))} ${n(cy - 190 + shift)}`,
      { stroke: palette.near, width: 9 },
    );
};
