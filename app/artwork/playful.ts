import { mix } from "./kit/color";
import { n, type Point } from "./kit/drawing";
import { box, curve, disc, ground, polygon, star } from "./kit/paths";
import { cumulus, type Composition, type Scene } from "./scene";

export const pop: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx } = scene;
  drawing.rect(0, 0, w, h, {
    fill: drawing.gradient([
      [0, palette.top],
      [0.7, palette.mid],
    ]),
  });
  const [cx, cy, r] = [fx, h * 0.4, random.range(175, 205)];
  backdrop(scene, cx, cy);
  drawing.circle(cx, cy, r * 1.16, { fill: palette.lamp, opacity: 0.45 });
  drawing.circle(cx, cy, r, {
    fill: drawing.gradient([
      [0, palette.lamp],
      [1, mix(palette.lamp, palette.low, 0.8)],
    ]),
  });
  confetti(scene, cx, cy, r * 1.25);
  const draw = random.pick(cat, rabbit, riceBall, fish, teaCup, bird, ghost, bear);
  draw(scene, cx, cy + r * 0.12, r * 0.62);
  [
    mix(palette.accent, palette.low, 0.15),
    mix(palette.accent, palette.near, 0.42),
    mix(palette.near, palette.accent, 0.12),
  ].forEach((tone, index) => {
    const points: Point[] = [];
    const phase = random.range(0, 6);
    for (let x = -60; x < w + 90; x += 50)
      points.push([x, h * (0.665 + index * 0.085) + Math.sin(x / 120 + phase) * 26]);
    drawing.path(ground(curve(points), points, h + 10), { fill: tone });
  });
};

function backdrop(scene: Scene, cx: number, cy: number): void {
  const { drawing, random, palette, w, h } = scene;
  const kind = random.pick("rays", "rings", "checks", "clouds", "stripes");
  const data: string[] = [];
  if (kind === "rays") {
    const count = random.pick(14, 18, 22);
    const reach = w + h;
    for (let index = 0; index < count; index += 1) {
      const [from, to] = [
        ((index + 0.1) * 2 * Math.PI) / count,
        ((index + 0.6) * 2 * Math.PI) / count,
      ];
      data.push(
        polygon([
          [cx, cy],
          [cx + Math.cos(from) * reach, cy + Math.sin(from) * reach],
          [cx + Math.cos(to) * reach, cy + Math.sin(to) * reach],
        ]),
      );
    }
    drawing.path(data.join(""), { fill: palette.low, opacity: 0.6 });
  } else if (kind === "rings") {
    for (let radius = 250; radius < (scene.wide ? 2400 : 720); radius += 92)
      drawing.circle(cx, cy, radius, {
        stroke: palette.low,
        width: 42,
        opacity: Math.max(0.1, 0.62 - radius / 1500),
      });
  } else if (kind === "checks") {
    const cell = 75;
    for (let row = 0; row * cell < h; row += 1)
      for (let x = row % 2 === 0 ? 0 : cell; x < w; x += cell * 2)
        data.push(box(x, row * cell, cell, cell));
    drawing.path(data.join(""), {
      fill: drawing.gradient([
        [0, palette.low, 0.1],
        [1, palette.low, 0.7],
      ]),
    });
  } else if (kind === "stripes") {
    for (let x = -h; x < w; x += 96)
      data.push(
        polygon([
          [x, h],
          [x + 48, h],
          [x + 48 + h * 0.6, 0],
          [x + h * 0.6, 0],
        ]),
      );
    drawing.path(data.join(""), { fill: palette.low, opacity: 0.5 });
  } else {
    for (let index = 0; index < 5 * (w / 600); index += 1)
      cumulus(
        scene,
        random.range(0, w),
        h * random.range(0.14, 0.62),
        random.range(180, 340),
        0.85,
      );
  }
  if (kind === "clouds" || random.chance(0.45)) return;
  const dots: string[] = [];
  for (let row = 0; row < 13; row += 1)
    for (let x = row % 2 === 0 ? 0 : 14; x < w; x += 28)
      dots.push(disc(x, 10 + row * 24, 8.5 * (1 - row / 13)));
  drawing.path(dots.join(""), { fill: palette.lamp, opacity: 0.4 });
}

function confetti(
  { drawing, random, palette, w, h }: Scene,
  cx: number,
  cy: number,
  keepOut: number,
): void {
  const bits: [string[], string[]] = [[], []];
  for (let index = 0; index < 34 * (w / 600) ** 0.8; index += 1) {
    const [x, y, s] = [random.range(0, w), random.range(h * 0.04, h * 0.64), random.range(9, 21)];
    const kind = random.int(0, 4);
    const target = random.chance(0.5) ? bits[0] : bits[1];
    if (Math.hypot(x - cx, y - cy) < keepOut) continue;
    if (kind === 0) target.push(disc(x, y, s * 0.7));
    else if (kind === 1)
      target.push(
        polygon([
          [x, y - s],
          [x + s, y + s * 0.8],
          [x - s, y + s * 0.5],
        ]),
      );
    else if (kind === 2)
      target.push(
        polygon([
          [x - s, y - s * 0.3],
          [x + s * 0.8, y - s * 0.8],
          [x + s, y + s * 0.1],
          [x - s * 0.8, y + s * 0.5],
        ]),
      );
    else if (kind === 3) target.push(star(x, y, s, 5, 0.5, x));
    else
      target.push(
        `M${n(x - s)} ${n(y)}q${n(s * 0.5)} ${n(-s)} ${n(s)} 0t${n(s)} 0l-2 8q${n(-s * 0.5)} ${n(s)} ${n(-s)} 0t${n(-s)} 0Z`,
      );
  }
  drawing.path(bits[0].join(""), { fill: palette.accent });
  drawing.path(bits[1].join(""), { fill: mix(palette.near, palette.mid, 0.2) });
}

type Friend = (scene: Scene, x: number, y: number, size: number) => void;

function tones({ palette, random }: Scene) {
  const dark = mix(palette.near, palette.mid, 0.08);
  const bold = mix(palette.accent, palette.near, 0.06);
  return {
    dark,
    bold,
    body: random.chance(0.5) ? dark : bold,
    pale: palette.lamp,
    blush: mix(palette.accent, palette.lamp, 0.45),
  };
}

function face(
  { drawing }: Scene,
  x: number,
  y: number,
  s: number,
  ink: ReturnType<typeof mix>,
  blush: ReturnType<typeof mix>,
): void {
  drawing.path(disc(x - s * 0.3, y, s * 0.065) + disc(x + s * 0.3, y, s * 0.065), { fill: ink });
  drawing.path(
    `M${n(x - s * 0.13)} ${n(y + s * 0.1)}q${n(s * 0.065)} ${n(s * 0.1)} ${n(s * 0.13)} 0q${n(s * 0.065)} ${n(s * 0.1)} ${n(s * 0.13)} 0`,
    { stroke: ink, width: s * 0.04 },
  );
  drawing.path(
    disc(x - s * 0.5, y + s * 0.14, s * 0.1) + disc(x + s * 0.5, y + s * 0.14, s * 0.1),
    { fill: blush, opacity: 0.8 },
  );
}

const cat: Friend = (scene, x, y, s) => {
  const { body, pale, blush, dark } = tones(scene);
  const { drawing } = scene;
  drawing.path(
    `M${n(x + s * 0.7)} ${n(y + s * 1.5)}Q${n(x + s * 1.35)} ${n(y + s * 1.1)} ${n(x + s * 1.1)} ${n(y + s * 0.45)}`,
    { stroke: body, width: s * 0.17 },
  );
  drawing.path(
    `M${n(x - s * 0.78)} ${n(y + s * 2)}Q${n(x - s * 0.9)} ${n(y + s * 0.4)} ${n(x)} ${n(y + s * 0.4)}T${n(x + s * 0.78)} ${n(y + s * 2)}Z`,
    { fill: body },
  );
  drawing.path(
    `M${n(x - s * 0.82)} ${n(y)}L${n(x - s * 0.8)} ${n(y - s * 0.95)}Q${n(x - s * 0.5)} ${n(y - s * 0.78)} ${n(x - s * 0.34)} ${n(y - s * 0.56)}Q${n(x)} ${n(y - s * 0.64)} ${n(x + s * 0.34)} ${n(y - s * 0.56)}Q${n(x + s * 0.5)} ${n(y - s * 0.78)} ${n(x + s * 0.8)} ${n(y - s * 0.95)}L${n(x + s * 0.82)} ${n(y)}C${n(x + s * 0.86)} ${n(y + s * 0.7)} ${n(x - s * 0.86)} ${n(y + s * 0.7)} ${n(x - s * 0.82)} ${n(y)}Z`,
    { fill: body },
  );
  face(scene, x, y, s, body === dark ? pale : dark, blush);
  drawing.path(
    [-1, 1]
      .flatMap((side) =>
        [0, 1].map(
          (row) =>
            `M${n(x + side * s * 0.62)} ${n(y + s * (0.12 + row * 0.13))}l${n(side * s * 0.42)} ${n(s * (row * 0.14 - 0.06))}`,
        ),
      )
      .join(""),
    { stroke: body, width: s * 0.03 },
  );
};

const rabbit: Friend = (scene, x, y, s) => {
  const { bold, pale, blush, dark } = tones(scene);
  const { drawing } = scene;
  for (const side of [-1, 1]) {
    const lean = `rotate(${n(side * 10)} ${n(x + side * s * 0.3)} ${n(y)})`;
    drawing.ellipse(x + side * s * 0.34, y - s * 0.95, s * 0.2, s * 0.6, {
      fill: bold,
      transform: lean,
    });
    drawing.ellipse(x + side * s * 0.34, y - s * 0.92, s * 0.09, s * 0.42, {
      fill: blush,
      transform: lean,
    });
  }
  drawing.path(
    `M${n(x - s * 0.7)} ${n(y + s * 2)}Q${n(x - s * 0.85)} ${n(y + s * 0.45)} ${n(x)} ${n(y + s * 0.45)}T${n(x + s * 0.7)} ${n(y + s * 2)}Z`,
    { fill: bold },
  );
  drawing.ellipse(x, y + s * 0.02, s * 0.78, s * 0.62, { fill: bold });
  drawing.ellipse(x, y + s * 1.2, s * 0.42, s * 0.5, { fill: pale, opacity: 0.85 });
  face(scene, x, y, s, dark, blush);
};

const bear: Friend = (scene, x, y, s) => {
  const { body, pale, blush, dark, bold } = tones(scene);
  const { drawing } = scene;
  drawing.path(
    disc(x - s * 0.62, y - s * 0.56, s * 0.28) +
      disc(x + s * 0.62, y - s * 0.56, s * 0.28) +
      disc(x, y, s * 0.82),
    { fill: body },
  );
  drawing.path(
    `M${n(x - s * 0.85)} ${n(y + s * 2)}Q${n(x - s)} ${n(y + s * 0.5)} ${n(x)} ${n(y + s * 0.5)}T${n(x + s * 0.85)} ${n(y + s * 2)}Z`,
    { fill: body },
  );
  drawing.path(
    disc(x - s * 0.62, y - s * 0.56, s * 0.14) + disc(x + s * 0.62, y - s * 0.56, s * 0.14),
    { fill: blush },
  );
  drawing.ellipse(x, y + s * 0.25, s * 0.36, s * 0.27, { fill: pale });
  face(scene, x, y - s * 0.02, s, body === dark ? pale : dark, blush);
  drawing.ellipse(x, y + s * 0.14, s * 0.1, s * 0.07, { fill: body === dark ? dark : bold });
  drawing.path(`M${n(x)} ${n(y + s * 0.2)}v${n(s * 0.1)}`, { stroke: dark, width: s * 0.035 });
};

const riceBall: Friend = (scene, x, y, s) => {
  const { dark, blush, bold } = tones(scene);
  const { drawing, palette } = scene;
  const shape = `M${n(x)} ${n(y - s)}Q${n(x + s * 0.3)} ${n(y - s)} ${n(x + s * 0.98)} ${n(y + s * 0.42)}Q${n(x + s * 1.1)} ${n(y + s * 0.85)} ${n(x + s * 0.66)} ${n(y + s * 0.88)}H${n(x - s * 0.66)}Q${n(x - s * 1.1)} ${n(y + s * 0.85)} ${n(x - s * 0.98)} ${n(y + s * 0.42)}Q${n(x - s * 0.3)} ${n(y - s)} ${n(x)} ${n(y - s)}Z`;
  drawing.ellipse(x, y + s * 0.9, s * 1.05, s * 0.14, { fill: palette.near, opacity: 0.25 });
  drawing.path(shape, { fill: bold, transform: `translate(${n(s * 0.06)} ${n(s * 0.05)})` });
  drawing.path(shape, { fill: palette.lamp });
  drawing.rect(x - s * 0.4, y + s * 0.34, s * 0.8, s * 0.56, { fill: dark });
  face(scene, x, y - s * 0.02, s * 0.9, dark, blush);
};

const fish: Friend = (scene, x, y, s) => {
  const { bold, dark, pale } = tones(scene);
  const { drawing, palette } = scene;
  drawing.path(
    `M${n(x + s * 0.6)} ${n(y)}L${n(x + s * 1.25)} ${n(y - s * 0.55)}Q${n(x + s * 1.02)} ${n(y)} ${n(x + s * 1.25)} ${n(y + s * 0.55)}Z`,
    { fill: dark },
  );
  drawing.path(
    `M${n(x - s * 1.1)} ${n(y)}Q${n(x - s * 0.2)} ${n(y - s * 1.05)} ${n(x + s * 0.8)} ${n(y)}Q${n(x - s * 0.2)} ${n(y + s * 1.05)} ${n(x - s * 1.1)} ${n(y)}Z`,
    { fill: bold },
  );
  const scales = [0, 1, 2].flatMap((column) =>
    [-1, 0, 1].map(
      (row) =>
        `M${n(x - s * 0.28 + column * s * 0.28)} ${n(y + row * s * 0.22 - s * 0.1)}a${n(s * 0.11)} ${n(s * 0.11)} 0 0 1 0 ${n(s * 0.2)}`,
    ),
  );
  drawing.path(scales.join(""), { stroke: palette.lamp, width: s * 0.04, opacity: 0.8 });
  drawing.circle(x - s * 0.68, y - s * 0.1, s * 0.13, { fill: pale });
  drawing.circle(x - s * 0.7, y - s * 0.1, s * 0.065, { fill: dark });
  drawing.path(
    [
      [-1.1, -0.6, 0.12],
      [-0.85, -0.95, 0.08],
      [-1.2, -1.1, 0.15],
    ]
      .map(([dx = 0, dy = 0, r = 0]) => disc(x + dx * s, y + dy * s, r * s))
      .join(""),
    { stroke: bold, width: s * 0.045 },
  );
};

const teaCup: Friend = (scene, x, y, s) => {
  const { bold, dark, blush } = tones(scene);
  const { drawing } = scene;
  drawing.path(
    `M${n(x + s * 0.7)} ${n(y)}q${n(s * 0.62)} ${n(-s * 0.06)} ${n(s * 0.5)} ${n(s * 0.4)}t${n(-s * 0.62)} ${n(s * 0.28)}`,
    { stroke: bold, width: s * 0.14 },
  );
  drawing.path(
    `M${n(x - s * 0.85)} ${n(y - s * 0.28)}H${n(x + s * 0.85)}Q${n(x + s * 0.85)} ${n(y + s * 0.95)} ${n(x)} ${n(y + s * 0.95)}T${n(x - s * 0.85)} ${n(y - s * 0.28)}Z`,
    { fill: bold },
  );
  drawing.ellipse(x, y - s * 0.28, s * 0.85, s * 0.15, { fill: dark });
  drawing.ellipse(x, y + s * 0.98, s * 1.15, s * 0.1, { fill: dark });
  face(scene, x, y + s * 0.24, s * 0.85, dark, blush);
  for (const at of [-0.3, 0.05, 0.4])
    drawing.path(
      `M${n(x + at * s)} ${n(y - s * 0.5)}q${n(s * 0.16)} ${n(-s * 0.2)} 0 ${n(-s * 0.38)}t0 ${n(-s * 0.36)}`,
      { stroke: bold, width: s * 0.07, opacity: 0.55 },
    );
};

const bird: Friend = (scene, x, y, s) => {
  const { bold, dark, pale, blush } = tones(scene);
  const { drawing } = scene;
  drawing.path(
    `M${n(x - s * 0.2)} ${n(y + s * 0.8)}v${n(s * 0.4)}M${n(x + s * 0.2)} ${n(y + s * 0.8)}v${n(s * 0.4)}`,
    { stroke: dark, width: s * 0.07 },
  );
  drawing.circle(x, y, s * 0.9, { fill: bold });
  drawing.ellipse(x, y + s * 0.36, s * 0.58, s * 0.5, { fill: pale });
  drawing.path(
    `M${n(x - s * 0.9)} ${n(y)}q${n(-s * 0.3)} ${n(s * 0.5)} ${n(s * 0.12)} ${n(s * 0.62)}q${n(s * 0.2)} ${n(-s * 0.3)} ${n(-s * 0.12)} ${n(-s * 0.62)}ZM${n(x + s * 0.9)} ${n(y)}q${n(s * 0.3)} ${n(s * 0.5)} ${n(-s * 0.12)} ${n(s * 0.62)}q${n(-s * 0.2)} ${n(-s * 0.3)} ${n(s * 0.12)} ${n(-s * 0.62)}Z`,
    { fill: dark },
  );
  drawing.path(
    `M${n(x)} ${n(y - s * 0.88)}q${n(-s * 0.12)} ${n(-s * 0.3)} ${n(s * 0.1)} ${n(-s * 0.42)}`,
    { stroke: bold, width: s * 0.09 },
  );
  drawing.path(
    disc(x - s * 0.32, y - s * 0.22, s * 0.075) + disc(x + s * 0.32, y - s * 0.22, s * 0.075),
    { fill: dark },
  );
  drawing.path(
    polygon([
      [x - s * 0.15, y - s * 0.14],
      [x + s * 0.15, y - s * 0.14],
      [x, y + s * 0.1],
    ]),
    { fill: dark },
  );
  drawing.path(
    disc(x - s * 0.56, y - s * 0.04, s * 0.1) + disc(x + s * 0.56, y - s * 0.04, s * 0.1),
    { fill: blush },
  );
};

const ghost: Friend = (scene, x, y, s) => {
  const { body, dark, pale, blush } = tones(scene);
  scene.drawing.path(
    `M${n(x - s * 0.75)} ${n(y + s * 0.95)}V${n(y - s * 0.2)}A${n(s * 0.75)} ${n(s * 0.8)} 0 0 1 ${n(x + s * 0.75)} ${n(y - s * 0.2)}V${n(y + s * 0.95)}l${n(-s * 0.25)} ${n(-s * 0.2)}l${n(-s * 0.25)} ${n(s * 0.2)}l${n(-s * 0.25)} ${n(-s * 0.2)}l${n(-s * 0.25)} ${n(s * 0.2)}l${n(-s * 0.25)} ${n(-s * 0.2)}Z`,
    { fill: body },
  );
  face(scene, x, y - s * 0.12, s * 0.92, body === dark ? pale : dark, blush);
};
