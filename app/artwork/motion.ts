import { adjust, mix, type Color } from "./kit/color";
import { n, type Point } from "./kit/drawing";
import { box, polygon } from "./kit/paths";
import { land, motes, sky, stars, type Composition, type Scene } from "./scene";

export const clash: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx, shine } = scene;
  sky(scene, h * 0.7);
  const [cx, cy] = [fx, h * random.range(0.34, 0.42)];
  const rays: string[] = [];
  const reach = w + h;
  for (let angle = random.range(0, 0.2); angle < Math.PI * 2; angle += random.range(0.1, 0.24)) {
    const width = random.range(0.025, 0.085);
    rays.push(
      polygon([
        [cx, cy],
        [cx + Math.cos(angle) * reach, cy + Math.sin(angle) * reach],
        [cx + Math.cos(angle + width) * reach, cy + Math.sin(angle + width) * reach],
      ]),
    );
  }
  drawing.path(rays.join(""), { fill: mix(palette.low, palette.lamp, 0.4), opacity: 0.34 });
  drawing.glow(cx, cy, 430, palette.lamp, 0.95 * shine);
  drawing.glow(cx, cy, 190, palette.lamp, 1);
  const tilt = random.range(-55, -25) * random.sign();
  const slash = (
    r: number,
    thick: number,
    turn: number,
    fill: string | ReturnType<typeof mix>,
    opacity: number,
  ): void => {
    const data = `M${n(-r)} 0Q0 ${n(-r * 0.42)} ${n(r)} 0Q0 ${n(-r * 0.42 + thick)} ${n(-r)} 0Z`;
    drawing.path(data, {
      fill,
      opacity,
      transform: `translate(${n(cx)} ${n(cy + 66)}) rotate(${n(turn)})`,
    });
  };
  slash(470, 120, tilt, mix(palette.accent, palette.mid, 0.15), 0.9);
  slash(450, 66, tilt, palette.lamp, 1);
  if (random.chance(0.6)) slash(390, 56, tilt + random.range(80, 110), palette.lamp, 0.85);
  const shards: string[] = [];
  for (let index = 0; index < 34; index += 1) {
    const [angle, distance] = [random.range(0, Math.PI * 2), random.range(150, 430)];
    const [x, y, size] = [
      cx + Math.cos(angle) * distance,
      cy + Math.sin(angle) * distance,
      random.range(5, 22) * (distance / 380),
    ];
    const corners = [0, 1, 2, 3].map((corner): Point => [
      x + Math.cos(angle + corner * 1.57) * size * random.range(0.5, 1.4),
      y + Math.sin(angle + corner * 1.57) * size * random.range(0.4, 1),
    ]);
    shards.push(polygon(corners));
  }
  drawing.path(shards.join(""), { fill: mix(palette.near, palette.mid, 0.15) });
  land(scene, h * 0.7, 66, 0.7, 0.6);
  land(scene, h * 0.79, 54, 1, 0.6);
  motes(scene, h * 0.2, h * 0.75, 16, palette.accent);
};

export const sports: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx, shine } = scene;
  drawing.rect(0, 0, w, h, {
    fill: drawing.gradient(
      [
        [0, palette.top],
        [0.5, palette.mid],
        [1, palette.near],
      ],
      [0, 0, 0.6, 1],
    ),
  });
  const angle = random.range(-38, -26) * random.sign();
  const centre: Point = [fx + random.range(-30, 30), h * random.range(0.33, 0.4)];
  const turn = `translate(${n(centre[0])} ${n(centre[1])}) rotate(${n(angle)})`;
  let y = -760;
  const tones = [
    palette.low,
    mix(palette.low, palette.mid, 0.5),
    palette.accent,
    mix(palette.mid, palette.near, 0.35),
    palette.lamp,
  ];
  while (y < 900) {
    const height = random.range(14, 120);
    const tone = tones[random.int(0, tones.length - 1)] ?? palette.low;
    drawing.rect(-2600, y, 5200, height, {
      fill: tone,
      opacity: random.range(0.35, 0.8),
      transform: turn,
    });
    y += height + random.range(20, 150);
  }
  const r = random.range(122, 158);
  const dash = Math.sign(angle) * -1;
  for (let index = 0; index < 11; index += 1) {
    const offset = (index / 10 - 0.5) * r * 1.9;
    const length = random.range(260, 620);
    const fade = drawing.gradient(
      [
        [0, palette.lamp, 0.85],
        [1, palette.lamp, 0],
      ],
      dash === 1 ? [1, 0, 0, 0] : [0, 0, 1, 0],
    );
    drawing.rect(dash === 1 ? -length : 0, offset, length, random.range(4, 13), {
      fill: fade,
      transform: turn,
    });
  }
  drawing.glow(centre[0], centre[1], r * 2.2, palette.lamp, 0.55 * shine);
  drawing.circle(centre[0], centre[1], r, {
    fill: drawing.gradient(
      [
        [0, palette.lamp],
        [0.55, mix(palette.lamp, palette.low, 0.5)],
        [1, palette.mid],
      ],
      [0.15, 0, 0.85, 1],
    ),
  });
  const seams = random.pick(
    `M${n(-r)} 0Q0 ${n(-r * 0.34)} ${n(r)} 0M0 ${n(-r)}Q${n(r * 0.34)} 0 0 ${n(r)}M${n(-r * 0.72)} ${n(-r * 0.69)}Q${n(-r * 0.08)} 0 ${n(-r * 0.72)} ${n(r * 0.69)}M${n(r * 0.72)} ${n(-r * 0.69)}Q${n(r * 0.2)} 0 ${n(r * 0.72)} ${n(r * 0.69)}`,
    `M${n(-r * 0.7)} ${n(-r * 0.71)}Q${n(r * 0.1)} 0 ${n(-r * 0.7)} ${n(r * 0.71)}M${n(r * 0.7)} ${n(-r * 0.71)}Q${n(-r * 0.1)} 0 ${n(r * 0.7)} ${n(r * 0.71)}`,
    `M0 ${n(-r)}C${n(r * 0.7)} ${n(-r * 0.4)} ${n(r * 0.4)} ${n(r * 0.3)} 0 0M${n(r * 0.87)} ${n(r * 0.5)}C${n(r * 0.1)} ${n(r * 0.8)} ${n(-r * 0.4)} ${n(r * 0.4)} 0 0M${n(-r * 0.87)} ${n(r * 0.5)}C${n(-r * 0.8)} ${n(-r * 0.3)} ${n(-r * 0.1)} ${n(-r * 0.6)} 0 0`,
  );
  drawing.path(seams, { stroke: palette.near, width: 7, opacity: 0.75, transform: turn });
  const court = h * 0.72;
  const ellipses = [0.5, 0.78, 1.08, 1.42].map(
    (scale) =>
      `M${n(fx - 420 * scale)} ${n(h + 60)}A${n(420 * scale)} ${n(230 * scale)} 0 0 1 ${n(fx + 420 * scale)} ${n(h + 60)}`,
  );
  drawing.rect(0, court, w, h - court, {
    fill: drawing.gradient([
      [0, palette.near, 0],
      [0.5, palette.near, 0.85],
      [1, palette.near],
    ]),
  });
  drawing.path(ellipses.join(""), { stroke: palette.lamp, width: 5, opacity: 0.3 });
};

export const mecha: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx } = scene;
  sky(scene, h * 0.7);
  if (palette.light === "night") stars(scene, h * 0.6, 0.8);
  const [cx, cy] = [fx, h * 0.44];
  halo(scene, cx, cy);
  const suit: Suit = {
    cx,
    cy,
    dark: mix(palette.near, palette.mid, 0.05),
    plate: mix(palette.near, palette.mid, 0.32),
    light: mix(palette.mid, palette.low, 0.5),
    hue: mix(palette.accent, palette.lamp, 0.12),
    both: (points) =>
      polygon(points.map(([x, y]): Point => [cx + x, cy + y])) +
      polygon(points.map(([x, y]): Point => [cx - x, cy + y])),
  };
  const [horn, spread, jaw] = [random.range(90, 250), random.range(90, 250), random.range(50, 80)];
  shoulders(scene, suit);
  horns(scene, suit, { horn, spread });
  helmet(scene, suit, jaw);
  face(scene, suit, jaw);
  drawing.rect(0, h * 0.7, w, h * 0.3, {
    fill: drawing.gradient([
      [0, palette.near, 0],
      [1, palette.near, 0.9],
    ]),
  });
};

/** The colors of a mecha, and its middle, to whose sides its parts are the same. */
interface Suit {
  cx: number;
  cy: number;
  dark: Color;
  plate: Color;
  light: Color;
  hue: Color;
  both: (points: readonly Point[]) => string;
}

/** Rays and rings behind a mecha's head. */
function halo({ drawing, palette, shine }: Scene, cx: number, cy: number): void {
  const rays: string[] = [];
  for (let angle = 0; angle < Math.PI * 2; angle += Math.PI / 12)
    rays.push(
      polygon([
        [cx, cy],
        [cx + Math.cos(angle) * 1900, cy + Math.sin(angle) * 1900],
        [cx + Math.cos(angle + 0.1) * 1900, cy + Math.sin(angle + 0.1) * 1900],
      ]),
    );
  drawing.path(rays.join(""), { fill: palette.lamp, opacity: 0.09 });
  drawing.glow(cx, cy - 60, 430, palette.lamp, 0.7 * shine);
  for (const [r, width, opacity] of [
    [300, 3, 0.6],
    [268, 14, 0.22],
    [228, 2, 0.6],
    [360, 1.5, 0.4],
  ] as const)
    drawing.circle(cx, cy - 60, r, { stroke: palette.lamp, width, opacity });
  const ticks: string[] = [];
  for (let index = 0; index < 72; index += 1) {
    const angle = (index * Math.PI) / 36;
    const outer = index % 6 === 0 ? 296 : 284;
    ticks.push(
      `M${n(cx + Math.cos(angle) * 276)} ${n(cy - 60 + Math.sin(angle) * 276)}L${n(cx + Math.cos(angle) * outer)} ${n(cy - 60 + Math.sin(angle) * outer)}`,
    );
  }
  drawing.path(ticks.join(""), { stroke: palette.lamp, width: 2, opacity: 0.55 });
}

function shoulders({ drawing }: Scene, { dark, plate, light, both }: Suit): void {
  drawing.path(
    both([
      [70, 196],
      [210, 150],
      [330, 190],
      [390, 330],
      [400, 520],
      [0, 520],
      [0, 200],
    ]),
    {
      fill: drawing.gradient([
        [0, plate],
        [0.6, dark],
      ]),
    },
  );
  drawing.path(
    both([
      [150, 170],
      [250, 112],
      [352, 140],
      [330, 236],
      [200, 226],
    ]),
    {
      fill: drawing.gradient([
        [0, light],
        [0.5, plate],
        [1, dark],
      ]),
    },
  );
  drawing.path(
    both([
      [0, 150],
      [84, 150],
      [110, 230],
      [60, 300],
      [0, 310],
    ]),
    { fill: dark },
  );
}

function horns(
  { drawing, random, palette }: Scene,
  { hue, both }: Suit,
  { horn, spread }: { horn: number; spread: number },
): void {
  drawing.path(
    both([
      [8, -92],
      [spread, -92 - horn],
      [spread - 16, -92 - horn * 0.72],
      [34, -56],
    ]),
    {
      fill: drawing.gradient([
        [0, palette.lamp],
        [1, hue],
      ]),
    },
  );
  if (random.chance(0.5))
    drawing.path(
      both([
        [70, -66],
        [spread * 0.9, -60 - horn * 0.35],
        [spread * 0.7, -42 - horn * 0.16],
        [92, -30],
      ]),
      { fill: hue },
    );
}

function helmet({ drawing }: Scene, { dark, plate, light, hue, both }: Suit, jaw: number): void {
  drawing.path(
    both([
      [0, -120],
      [52, -108],
      [100, -56],
      [116, 30],
      [104, 96],
      [jaw, 150],
      [0, 176],
    ]),
    {
      fill: drawing.gradient([
        [0, light],
        [0.35, plate],
        [1, dark],
      ]),
    },
  );
  drawing.path(
    both([
      [0, -120],
      [20, -150],
      [26, -70],
      [0, -56],
    ]),
    { fill: hue },
  );
}

/** A visor with its eyes, the chin and the sides of a mecha's head. */
function face(
  { drawing, palette }: Scene,
  { cx, cy, dark, plate, light, both }: Suit,
  jaw: number,
): void {
  drawing.path(
    both([
      [0, 16],
      [94, -14],
      [98, 44],
      [62, 66],
      [0, 70],
    ]),
    { fill: adjust(dark, { lightness: -0.03 }) },
  );
  drawing.glow(cx, cy + 30, 130, palette.accent, 0.6, 0.4);
  drawing.path(
    both([
      [16, 40],
      [84, 8],
      [86, 28],
      [30, 54],
    ]),
    { fill: mix(palette.accent, palette.lamp, 0.55) },
  );
  drawing.path(
    both([
      [0, 96],
      [40, 88],
      [jaw - 12, 132],
      [0, 160],
    ]),
    { fill: plate },
  );
  drawing.path(
    both([
      [104, -20],
      [150, -36],
      [158, 70],
      [118, 104],
    ]),
    {
      fill: drawing.gradient([
        [0, light],
        [1, dark],
      ]),
    },
  );
  drawing.path([0, 1, 2].map((index) => box(cx - 22, cy + 104 + index * 13, 44, 5)).join(""), {
    fill: dark,
  });
}
