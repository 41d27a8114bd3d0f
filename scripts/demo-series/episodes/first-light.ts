import { closeUp, disc, line, num, place, shape, WIDTH, HEIGHT } from "../drawing/svg";
import { mist, moon, ridge, ridgeHeight, row, sky, stars, type Ridge } from "../drawing/backdrop";
import { glow, lanternPost, POST_LANTERN } from "../drawing/lantern";
import { lettering } from "../drawing/letters";
import { clamp01, mix, ramp, scatter, sway } from "../drawing/motion";
import { blend, FOREST_NIGHT, INK, NIGHT, PAPER } from "../drawing/palette";
import { fir, fireflies, trunk, tuft } from "../drawing/scenery";
import { moth, nao, staffTip } from "../drawing/traveller";
import type { Episode, Scene } from "../episode";

const SERIES_TITLE = "LANTERN ROAD";

function mothNear(seconds: number, x: number, y: number, scale: number): string {
  return place(
    {
      x: x + 16 * scale * sway(seconds, 3.1),
      y: y + 9 * scale * sway(seconds, 1.7, 0.2),
      scale,
      turn: 14 * sway(seconds, 2.3),
    },
    moth(seconds, 0),
  );
}

const title: Scene = {
  name: "title",
  seconds: 4,
  draw: (t) => {
    const lit = ramp(t, 0.7, 1.5) * (1 - 0.35 * ramp(t, 0.95, 1.05) * (1 - ramp(t, 1.05, 1.2)));
    const travelled = t * 5;
    const road: Ridge = {
      seed: 4,
      level: 318,
      rise: 10,
      span: 260,
      travelled: travelled * 1.5,
      colour: "#080c22",
      crest: "#1d2450",
    };
    return [
      sky(NIGHT, 280),
      stars(t, { seed: 11, count: 90, lowest: 230 }),
      moon(500, 82, 30),
      ridge({
        seed: 1,
        level: 236,
        rise: 44,
        span: 150,
        travelled: travelled * 0.3,
        colour: "#2a3069",
        jagged: 0.75,
      }),
      ridge({
        seed: 2,
        level: 268,
        rise: 24,
        span: 120,
        travelled: travelled * 0.7,
        colour: "#1a2150",
      }),
      mist("haze", 226, 90, "#7f83c8", 0.22),
      ridge({ seed: 3, level: 296, rise: 16, span: 170, travelled, colour: "#10163a" }),
      ridge(road),
      place({ x: 112, y: 322, scale: 2.15 }, lanternPost(t, { light: lit })),
      lettering(
        SERIES_TITLE,
        { x: 392, y: 150, height: 32, colour: PAPER, weight: 0.95 },
        (index) => ramp(t, 1 + index * 0.09, 1.6 + index * 0.09),
      ),
      line(
        `M${num(392 - 150 * ramp(t, 1.8, 2.6))} 201H${num(392 + 150 * ramp(t, 1.8, 2.6))}`,
        "#ffb860",
        0.9,
        0.8 * ramp(t, 1.7, 2),
      ),
      lettering(
        "THE FIRST LIGHT",
        { x: 392, y: 215, height: 11, spacing: 4.4, weight: 1.2, colour: "#ffcf8c" },
        (index) => ramp(t, 2.1 + index * 0.04, 2.6 + index * 0.04),
      ),
    ].join("");
  },
};

const forgottenRoad: Scene = {
  name: "forgotten road",
  seconds: 8,
  draw: (t) => {
    const travelled = 200 + t * 26;
    const road: Ridge = {
      seed: 7,
      level: 292,
      rise: 13,
      span: 210,
      travelled,
      colour: "#0b1030",
      crest: "#2c3570",
    };
    const x = mix(170, 270, t / 8);
    const y = ridgeHeight(road, x);
    return [
      sky(NIGHT, 300),
      stars(t, { seed: 21, count: 110, lowest: 240 }),
      moon(mix(160, 152, t / 8), 74, 24),
      ridge({
        seed: 5,
        level: 214,
        rise: 62,
        span: 190,
        travelled: travelled * 0.14,
        colour: "#333a78",
        jagged: 0.9,
      }),
      ridge({
        seed: 8,
        level: 244,
        rise: 36,
        span: 150,
        travelled: travelled * 0.3,
        colour: "#222a5f",
        jagged: 0.35,
      }),
      mist("haze", 206, 96, "#8d90d2", 0.26),
      row({ seed: 33, spacing: 34, travelled: travelled * 0.55, jitter: 0.9 }, (at, index) =>
        fir(at, 286, mix(34, 68, scatter(34, index)), "#151c47"),
      ),
      ridge({
        seed: 6,
        level: 280,
        rise: 12,
        span: 180,
        travelled: travelled * 0.55,
        colour: "#151c47",
      }),
      ridge(road),
      row({ seed: 41, spacing: 185, travelled, jitter: 0.2 }, (at, index) =>
        place(
          { x: at, y: ridgeHeight(road, at) + 2, scale: 1.05 },
          lanternPost(t, { light: 0, phase: index * 0.3 }),
        ),
      ),
      place({ x, y: y + 1, scale: 1.15 }, nao(t, { stride: 1 })),
      mothNear(t, x + 46, y - 92, 0.85),
      row({ seed: 51, spacing: 46, travelled: travelled * 1.9, jitter: 1 }, (at, index) =>
        tuft(at, 366, mix(22, 48, scatter(52, index)), 0.5 + 0.5 * sway(t, 2.6, index * 0.2), INK),
      ),
    ].join("");
  },
};

const tiredDark: Scene = {
  name: "tired dark",
  seconds: 8,
  draw: (t) => {
    const travelled = 900 + t * 46;
    const x = 270 + 10 * sway(t, 9);
    const trees = (
      seed: number,
      spacing: number,
      speed: number,
      foot: number,
      width: number,
      colour: string,
    ) =>
      row({ seed, spacing, travelled: travelled * speed, margin: 140, jitter: 0.8 }, (at, index) =>
        trunk(
          at,
          foot,
          width * mix(0.7, 1.3, scatter(seed + 1, index)),
          mix(-26, 26, scatter(seed + 2, index)),
          colour,
        ),
      );
    return [
      sky(FOREST_NIGHT, 320),
      trees(61, 58, 0.16, 262, 10, "#1c4a60"),
      mist("far", 150, 140, "#5fb0b4", 0.22),
      trees(64, 96, 0.36, 280, 17, "#12354d"),
      mist("near", 200, 130, "#4b96a6", 0.25),
      fireflies(t, { seed: 71, count: 14, top: 120, bottom: 280, drift: 24 }),
      trees(67, 170, 0.7, 300, 26, "#0b2338"),
      ridge({ seed: 9, level: 298, rise: 5, span: 130, travelled, colour: "#081828" }),
      row({ seed: 76, spacing: 30, travelled, jitter: 1 }, (at, index) =>
        tuft(at, 304, mix(7, 16, scatter(77, index)), sway(t, 2.4, index * 0.2), "#0c2236"),
      ),
      place({ x, y: 309, scale: 2 }, nao(t, { stride: 1 })),
      mothNear(t, x + 112, 172, 1.3),
      fireflies(t, { seed: 78, count: 5, top: 190, bottom: 330, drift: 62 }),
      row(
        { seed: 81, spacing: 420, travelled: travelled * 2.1, margin: 260, jitter: 0.5 },
        (at, index) => trunk(at, 380, 52, mix(-30, 30, scatter(82, index)), "#040b18"),
      ),
      row({ seed: 84, spacing: 64, travelled: travelled * 1.7, jitter: 1 }, (at, index) =>
        tuft(
          at,
          370,
          mix(30, 58, scatter(85, index)),
          0.6 + 0.4 * sway(t, 2.2, index * 0.3),
          "#040b18",
        ),
      ),
    ].join("");
  },
};

const remembered: Scene = {
  name: "remembered",
  seconds: 8,
  draw: (t) => {
    const stride = 1 - ramp(t, 1.6, 2.2);
    const x = mix(
      136,
      262,
      clamp01(t / 2.05) * (2 - clamp01(t / 2.05)) * 0.5 + clamp01(t / 2.2) * 0.5,
    );
    const raise = ramp(t, 2.3, 3.2) * (1 - 0.85 * ramp(t, 5.4, 6.6));
    const tip = staffTip(raise);
    const from = { x: x + (tip.x + 2) * 1.7, y: 306 + (tip.y + 9) * 1.7 };
    const to = { x: 432 - POST_LANTERN.x * 2.3, y: 308 + POST_LANTERN.y * 2.3 };
    const flight = ramp(t, 3.2, 4);
    const lit = ramp(t, 3.95, 4.7);
    const bloom = ramp(t, 4, 5.6);
    const sparks = Array.from({ length: 16 }, (_, index) => {
      const age = clamp01((t - 4 - scatter(91, index) * 0.5) / 2.6);
      const angle = scatter(92, index) * Math.PI * 2;
      const far = mix(30, 130, scatter(93, index)) * (1 - (1 - age) ** 2);
      return age <= 0
        ? ""
        : disc(
            to.x + Math.cos(angle) * far,
            to.y + Math.sin(angle) * far * 0.8 - age * 26,
            2.2 * (1 - age),
            "#ffe3a6",
            1 - age,
          );
    });
    const moths = Array.from({ length: 6 }, (_, index) => {
      const rise = ramp(t, 4.5 + index * 0.28, 8 + index * 0.28);
      const angle = t * (1.1 + 0.15 * index) + index * 1.9;
      return rise <= 0
        ? ""
        : place(
            {
              x: to.x + Math.cos(angle) * mix(8, 74, rise),
              y: to.y + Math.sin(angle) * mix(6, 34, rise) - 60 * rise,
              scale: 0.9 * Math.min(1, rise * 3),
              turn: 16 * sway(t, 2, index / 6),
            },
            moth(t, index / 6),
          );
    });
    const picture = [
      sky(
        [
          blend(NIGHT[0], "#1b1a4a", lit),
          blend(NIGHT[1], "#3b2f6c", lit),
          blend(NIGHT[2], "#8a5a80", lit),
        ],
        300,
      ),
      stars(t, { seed: 31, count: 70, lowest: 210, strength: 1 - 0.4 * lit }),
      ridge({
        seed: 12,
        level: 232,
        rise: 48,
        span: 170,
        travelled: 60 + t * 2,
        colour: blend("#2a3069", "#4a3a72", lit),
        jagged: 0.8,
      }),
      mist("haze", 200, 110, blend("#8084c8", "#e79a6c", lit), 0.24),
      ridge({
        seed: 13,
        level: 268,
        rise: 14,
        span: 140,
        travelled: 30 + t * 3,
        colour: blend("#171e4c", "#35264f", lit),
      }),
      disc(to.x, to.y, 250 * bloom, "url(#lamp)", 0.75 * lit),
      ridge({
        seed: 14,
        level: 304,
        rise: 4,
        span: 200,
        travelled: 0,
        colour: blend("#0a0f2c", "#1c1430", lit),
      }),
      row({ seed: 95, spacing: 34, travelled: 0, jitter: 1 }, (at, index) =>
        tuft(
          at,
          310,
          mix(7, 15, scatter(96, index)),
          0.4 * sway(t, 2.8, index * 0.2) - bloom * 0.2,
          blend("#0f1538", "#2a1c36", lit),
        ),
      ),
      place(
        { x: 432, y: 308, scale: 2.3 },
        place({ x: 0, y: 0 }, mirrored(lanternPost(t, { light: lit }))),
      ),
      place({ x, y: 306, scale: 1.7 }, nao(t, { stride, raise, ember: 1 })),
      flight > 0 && flight < 1
        ? glow(
            mix(from.x, to.x, flight),
            mix(from.y, to.y, flight) - 34 * Math.sin(Math.PI * flight),
            30,
            1,
          )
        : "",
      bloom > 0 && bloom < 1
        ? `<circle cx="${num(to.x)}" cy="${num(to.y)}" r="${num(20 + 190 * bloom)}" fill="none" stroke="#ffdc9a" stroke-width="${num(2.4 * (1 - bloom))}" opacity="${num(0.7 * (1 - bloom))}"/>`
        : "",
      ...sparks,
      ...moths,
    ].join("");
    return closeUp(350, 210, 1 + 0.09 * ramp(t, 0, 8), picture);
  },
};

function mirrored(drawing: string): string {
  return `<g transform="scale(-1 1)">${drawing}</g>`;
}

/** At `depth` 0 (near) to 1 (horizon). */
function bend(depth: number): { x: number; y: number; scale: number } {
  const near = (1 - depth) ** 1.9;
  return {
    x: 330 + Math.sin(depth * 8.4 + 0.5) * mix(26, 190, near),
    y: mix(196, 352, near),
    scale: mix(0.07, 1.25, near),
  };
}

const oneTellsTheNext: Scene = {
  name: "one tells the next",
  seconds: 8,
  draw: (t) => {
    const reached = mix(0.02, 1.08, ramp(t, 0.3, 6.4));
    const edge = (side: 1 | -1) =>
      Array.from({ length: 40 }, (_, index) => {
        const at = bend(index / 36 - 0.1);
        return `${num(at.x + side * 30 * at.scale)} ${num(at.y)}`;
      });
    const road = `M${edge(-1).join("L")}L${edge(1).reverse().join("L")}Z`;
    const posts = Array.from({ length: 15 }, (_, index) => {
      const depth = 0.06 + 0.94 * (index / 14) ** 0.82;
      const at = bend(depth);
      const light = clamp01((reached - depth) * 9);
      const side = index % 2 === 0 ? 1 : -1;
      const x = at.x + side * 44 * at.scale;
      return {
        depth,
        drawn:
          disc(x, at.y, 100 * at.scale, "url(#lamp)", 0.35 * light) +
          place(
            { x, y: at.y, scale: Math.max(0.1, at.scale) },
            side === 1
              ? mirrored(lanternPost(t, { light, phase: index * 0.2 }))
              : lanternPost(t, { light, phase: index * 0.2 }),
          ),
      };
    });
    const warm = ramp(t, 1, 7);
    const hamlet = Array.from({ length: 26 }, (_, index) => {
      const lit = ramp(t, 5 + scatter(101, index) * 1.8, 5.6 + scatter(101, index) * 1.8);
      return (
        disc(
          mix(90, 570, scatter(102, index)),
          190 + 9 * scatter(103, index),
          5,
          "url(#lamp)",
          0.9 * lit,
        ) +
        disc(mix(90, 570, scatter(102, index)), 190 + 9 * scatter(103, index), 0.9, "#ffe7b0", lit)
      );
    });
    const picture = [
      sky([NIGHT[0], blend(NIGHT[1], "#3a2f70", warm), blend(NIGHT[2], "#a5677f", warm)], 200),
      stars(t, { seed: 41, count: 100, lowest: 170 }),
      moon(110, 58, 18),
      ridge({
        seed: 15,
        level: 168,
        rise: 34,
        span: 120,
        travelled: t,
        colour: blend("#30376f", "#543f74", warm),
        jagged: 0.9,
      }),
      ridge({
        seed: 16,
        level: 184,
        rise: 12,
        span: 90,
        travelled: t * 1.5,
        colour: blend("#222a5c", "#392b5a", warm),
      }),
      ...hamlet,
      shape(`M0 200Q160 190 320 194T640 200V360H0Z`, blend("#111844", "#1e1a44", warm)),
      shape(`M0 250Q140 222 330 236T640 240V360H0Z`, "#0d1338", 0.8),
      shape(`M0 320Q120 280 300 300T640 290V360H0Z`, "#090e2a", 0.9),
      shape(road, blend("#1f2756", "#5a3d5c", warm)),
      ...posts.sort((a, b) => b.depth - a.depth).map((post) => post.drawn),
      place(
        { x: 92, y: 352, scale: 1.7 },
        nao(t, { stride: 0, raise: 0.15 + 0.5 * ramp(t, 0.5, 2), ember: 1 }),
      ),
      mothNear(t, 178, 214, 1),
    ].join("");
    return closeUp(330, 190, 1.1 - 0.1 * ramp(t, 0, 8), picture);
  },
};

const farewell: Scene = {
  name: "farewell",
  seconds: 4,
  draw: (t) =>
    [
      sky(["#070b24", "#141a48", "#3a2c5e"], HEIGHT),
      ...Array.from({ length: 22 }, (_, index) => {
        const depth = scatter(111, index);
        const x =
          ((scatter(112, index) * (WIDTH + 120) + t * mix(4, 14, depth)) % (WIDTH + 120)) - 60;
        return disc(
          x,
          mix(190, 350, scatter(113, index)),
          mix(14, 52, depth),
          "url(#lamp)",
          mix(0.5, 0.28, depth) * (0.8 + 0.2 * sway(t, 2.4, depth)),
        );
      }),
      lettering(
        "NEXT",
        { x: 320, y: 124, height: 10, spacing: 6, weight: 1.2, colour: "#ffcf8c" },
        (index) => ramp(t, 0.4 + index * 0.08, 0.9 + index * 0.08),
      ),
      lettering(
        "WHERE THE ROAD ENDS",
        { x: 320, y: 150, height: 21, spacing: 3.6, weight: 1, colour: PAPER },
        (index) => ramp(t, 0.8 + index * 0.05, 1.3 + index * 0.05),
      ),
      mothNear(t, 320, 212, 1.4),
    ].join(""),
};

/** Nao carries the last ember along the road and lights its first lantern. */
export const firstLight: Episode = {
  number: 1,
  title: "The First Light",
  scenes: [title, forgottenRoad, tiredDark, remembered, oneTellsTheNext, farewell],
  cues: [
    {
      from: 4.5,
      to: 7.9,
      en: "For a hundred winters,\nno one had walked the lantern road.",
      es: "Durante cien inviernos,\nnadie recorrió el camino de los faroles.",
    },
    {
      from: 8.4,
      to: 11.6,
      en: "Then Nao found one ember,\nstill warm.",
      es: "Hasta que Nao encontró una brasa\ntodavía tibia.",
    },
    {
      from: 12.6,
      to: 15.9,
      en: "“Stay close, little moth.\nThe dark is only tired.”",
      es: "—No te alejes, polillita.\nLa oscuridad solo está cansada.",
    },
    {
      from: 16.3,
      to: 19.5,
      en: "“It forgot what light looks like.”",
      es: "—Se olvidó de cómo es la luz.",
    },
    {
      from: 20.8,
      to: 23.6,
      en: "“Hello, old friend.\nDo you remember this?”",
      es: "—Hola, viejo amigo.\n¿Te acuerdas de esto?",
    },
    { from: 24.6, to: 27.5, en: "And the lantern remembered.", es: "Y el farol se acordó." },
    {
      from: 28.8,
      to: 32,
      en: "One light told the next,",
      es: "Una luz se lo contó a la siguiente,",
    },
    {
      from: 32.4,
      to: 35.6,
      en: "all the way down the valley.",
      es: "por todo el valle, hasta el final.",
    },
  ],
  music: {
    seed: 5,
    chords: [
      "D2 A2 F3 C4",
      "A#1 F2 D3 A3",
      "F2 C3 A3 G4",
      "D2 A2 F3 E4",
      "G2 D3 A#3 F4",
      "A#1 F2 D3 C4",
      "F2 C3 A3 C4 G4",
      "C2 G2 E3 D4 G4",
      "A#1 F2 D3 A3 F4",
      "F2 C3 A3 C4",
    ],
    bloomAt: 24,
  },
};
