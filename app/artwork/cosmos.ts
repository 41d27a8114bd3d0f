import { adjust, mix } from "./kit/color";
import { n } from "./kit/drawing";
import { disc, polygon, sparkle, star } from "./kit/paths";
import { crescent, land, motes, sky, stars, type Composition } from "./scene";

export const celestial: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx, shine } = scene;
  sky(scene, h * 0.78);
  drawing.glow(
    fx + random.range(-220, 220),
    h * random.range(0.1, 0.4),
    460,
    palette.low,
    0.42 * shine,
    0.6,
  );
  drawing.glow(
    fx + random.range(-260, 260),
    h * random.range(0.4, 0.6),
    380,
    palette.accent,
    0.2 * shine,
    0.7,
  );
  stars(scene, h * 0.8, 1.5);
  const [px, py, r] = [
    fx + random.range(-40, 40),
    h * random.range(0.33, 0.4),
    random.range(130, 185),
  ];
  const tilt = random.range(-32, -12) * random.sign();
  const kind = random.pick("ringed", "eclipse", "giant", "ringed");
  const ring = (half: 0 | 1): void => {
    for (const [scale, width, opacity] of [
      [1.62, 15, 0.85],
      [1.84, 7, 0.6],
      [2, 3, 0.5],
    ] as const) {
      drawing.path(
        `M${n(-r * scale)} 0A${n(r * scale)} ${n(r * scale * 0.24)} 0 0 ${String(half)} ${n(r * scale)} 0`,
        {
          stroke: mix(palette.accent, palette.lamp, 0.45),
          width,
          opacity,
          transform: `translate(${n(px)} ${n(py)}) rotate(${n(tilt)})`,
        },
      );
    }
  };
  if (kind === "eclipse") {
    drawing.glow(px, py, r * 2.6, palette.lamp, 0.95 * shine);
    drawing.circle(px, py, r * 1.03, { fill: palette.lamp });
    drawing.circle(px + 6, py + 5, r, {
      fill: drawing.gradient([
        [0, adjust(palette.top, { lightness: -0.04 })],
        [1, mix(palette.top, palette.mid, 0.6)],
      ]),
    });
  } else {
    if (kind === "ringed") ring(1);
    drawing.glow(px, py, r * 1.7, palette.low, 0.5 * shine);
    drawing.circle(px, py, r, {
      fill: drawing.gradient(
        [
          [0, palette.lamp],
          [0.35, palette.low],
          [0.75, palette.mid],
          [1, palette.top],
        ],
        [0.1, 0, 0.9, 1],
      ),
    });
    const bandsOf = [0.3, -0.05, -0.4].map((at) => {
      const half = Math.sqrt(1 - at * at) * r * 0.94;
      return `M${n(-half)} ${n(-at * r)}Q0 ${n(-at * r + r * 0.16)} ${n(half)} ${n(-at * r)}`;
    });
    drawing.path(bandsOf.join(""), {
      stroke: palette.lamp,
      width: r * 0.07,
      opacity: 0.2,
      transform: `translate(${n(px)} ${n(py)}) rotate(${n(tilt)})`,
    });
    if (kind === "ringed") ring(0);
  }
  const orbits = [2.5, 3.2, 4.1].map((scale) => disc(px, py, r * scale));
  drawing.path(orbits.join(""), { stroke: palette.lamp, width: 1.5, opacity: 0.22 });
  for (const scale of [2.5, 3.2]) {
    const angle = random.range(0, Math.PI * 2);
    const [mx, my, size] = [
      px + Math.cos(angle) * r * scale,
      py + Math.sin(angle) * r * scale,
      random.range(13, 27),
    ];
    drawing.circle(mx, my, size, {
      fill: drawing.gradient(
        [
          [0, palette.accent],
          [1, mix(palette.accent, palette.top, 0.75)],
        ],
        [0, 0, 1, 1],
      ),
    });
  }
  if (random.chance(0.5)) {
    const radius = w * 1.3 + 300;
    const top = h * random.range(0.68, 0.74);
    drawing.glow(fx, top, 460, palette.lamp, 0.5 * shine, 0.16);
    drawing.circle(w / 2, top + radius, radius + 3, { fill: mix(palette.lamp, palette.low, 0.5) });
    drawing.circle(w / 2, top + radius + 3, radius, {
      fill: drawing.gradient([
        [0, mix(palette.near, palette.mid, 0.3)],
        [0.1, palette.near],
      ]),
    });
  } else {
    land(scene, h * 0.7, 60, 0.62, 0.56);
    land(scene, h * 0.8, 44, 0.95, 0.56);
  }
};

export const sigil: Composition = (scene) => {
  const { drawing, random, palette, h, fx, shine } = scene;
  sky(scene, h * 0.72);
  if (palette.light === "night") stars(scene, h * 0.75, 1.1);
  const [cx, cy, r] = [fx, h * 0.385, random.range(205, 240)];
  const bright = mix(palette.lamp, palette.low, palette.light === "day" ? 0 : 0.12);
  drawing.glow(cx, cy, r * 1.9, palette.low, 0.55 * shine);
  drawing.glow(cx, cy, r * 0.8, palette.lamp, 0.85 * shine);
  const points = random.pick(5, 6, 7, 8);
  const turn = random.range(-0.3, 0.3) - Math.PI / 2;
  drawing.circle(cx, cy, r, { stroke: bright, width: 7 });
  drawing.circle(cx, cy, r * 0.92, { stroke: bright, width: 2.4 });
  drawing.circle(cx, cy, r * 0.7, { stroke: bright, width: 4 });
  drawing.circle(cx, cy, r * 0.3, { stroke: bright, width: 3 });
  const chords: string[] = [];
  const skip = points > 6 ? 3 : 2;
  for (let index = 0; index < points; index += 1) {
    const at = (step: number): string =>
      `${n(cx + Math.cos(turn + (step * 2 * Math.PI) / points) * r * 0.92)} ${n(cy + Math.sin(turn + (step * 2 * Math.PI) / points) * r * 0.92)}`;
    chords.push(`M${at(index)}L${at(index + skip)}`);
  }
  drawing.path(chords.join(""), { stroke: bright, width: 3.4, opacity: 0.9 });
  const marks: string[] = [];
  const count = points * 6;
  for (let index = 0; index < count; index += 1) {
    const angle = turn + (index * 2 * Math.PI) / count;
    const [inner, outer] =
      index % 6 === 0 ? [0.73, 0.9] : [0.76 + random.range(0, 0.04), 0.8 + random.range(0, 0.07)];
    marks.push(
      `M${n(cx + Math.cos(angle) * r * inner)} ${n(cy + Math.sin(angle) * r * inner)}L${n(cx + Math.cos(angle) * r * outer)} ${n(cy + Math.sin(angle) * r * outer)}`,
    );
  }
  drawing.path(marks.join(""), { stroke: bright, width: 3, opacity: 0.75 });
  const knots: string[] = [];
  for (let index = 0; index < points; index += 1) {
    const angle = turn + (index * 2 * Math.PI) / points;
    knots.push(disc(cx + Math.cos(angle) * r, cy + Math.sin(angle) * r, 13));
  }
  drawing.path(knots.join(""), { fill: mix(palette.accent, palette.lamp, 0.3) });
  drawing.path(
    random.chance(0.5) ? star(cx, cy, r * 0.25, points, 0.45, turn) : sparkle(cx, cy, r * 0.34),
    { fill: bright },
  );
  land(scene, h * 0.7, 34, 0.55, 0.5);
  land(scene, h * 0.78, 30, 0.95, 0.5);
  motes(scene, h * 0.3, h * 0.76, 20, mix(palette.accent, palette.lamp, 0.5));
};

export const wish: Composition = (scene) => {
  const { drawing, random, palette, w, h, fx } = scene;
  sky(scene, h * 0.7);
  stars(scene, h * 0.6, 0.9);
  crescent(scene, fx, h * 0.33, random.range(125, 165), random.range(-35, 5));
  const threads: string[] = [];
  const shapes: string[] = [];
  const gap = random.range(62, 84);
  for (let x = gap * 0.5; x < w; x += gap) {
    const length = h * (0.1 + 0.28 * Math.abs(Math.sin(x / 170 + random.range(0, 1.2))));
    const size = random.range(13, 27);
    if (Math.abs(x - fx) < 120 && length > h * 0.14) continue;
    threads.push(`M${n(x)} -5V${n(length - size)}`);
    shapes.push(star(x, length, size, 5, 0.5));
  }
  drawing.path(threads.join(""), { stroke: palette.lamp, width: 1.8, opacity: 0.5 });
  drawing.path(shapes.join(""), { fill: mix(palette.accent, palette.lamp, 0.35) });
  for (let index = 0; index < 3; index += 1) {
    const t = 0.2 + index * 0.32;
    const y = h * (0.6 + index * 0.08);
    let data = `M-60 ${n(h + 10)}`;
    for (let x = -60 + random.range(-30, 0); x < w + 90;) {
      const size = random.range(44, 92);
      data += `${x < -55 ? `L${n(x)} ${n(y)}` : ""}a${n(size)} ${n(size * 0.85)} 0 0 1 ${n(size * 1.7)} 0`;
      x += size * 1.7;
    }
    const tone = mix(mix(palette.low, palette.mid, 0.2 + t * 0.6), palette.near, t * 0.85);
    drawing.path(`${data}V${n(h + 10)}Z`, {
      fill: drawing.gradient([
        [0, mix(tone, palette.lamp, 0.55)],
        [0.34, tone],
        [1, mix(tone, palette.near, 0.6)],
      ]),
    });
  }
  if (random.chance(0.5)) {
    const [x, y] = [fx + random.sign() * 190, h * 0.16];
    drawing.path(
      polygon([
        [x, y],
        [x + 150, y - 66],
        [x + 10, y + 9],
      ]),
      {
        fill: drawing.gradient(
          [
            [0, palette.lamp],
            [1, palette.lamp, 0],
          ],
          [0, 1, 1, 0],
        ),
      },
    );
    drawing.path(star(x, y, 19, 5, 0.5), { fill: palette.lamp });
  }
};
