import { closeUp, disc, line, num, place, shape, tag, WIDTH, HEIGHT } from "../drawing/svg";
import { mist, moon, ridge, ridgeHeight, row, sky, stars, type Ridge } from "../drawing/backdrop";
import { glow, lanternPost, paperBoat, skyLantern } from "../drawing/lantern";
import { lettering } from "../drawing/letters";
import { clamp01, mix, ramp, scatter, sway } from "../drawing/motion";
import {
  BEFORE_DAWN,
  blend,
  blendSky,
  DAWN,
  NIGHT,
  PAPER,
  RIVER_NIGHT,
  SNOW_NIGHT,
  WOOD,
} from "../drawing/palette";
import { fir, gleam, snow } from "../drawing/scenery";
import { moth, nao, staffTip } from "../drawing/traveller";
import type { Episode, Scene } from "../episode";

const SERIES_TITLE = "LANTERN ROAD";

const title: Scene = {
  name: "title",
  seconds: 4,
  draw: (t) => {
    const travelled = 340 + t * 5;
    const road: Ridge = {
      seed: 17,
      level: 306,
      rise: 14,
      span: 240,
      travelled: travelled * 1.4,
      colour: "#0c1233",
      crest: "#2f3f74",
    };
    return [
      sky(SNOW_NIGHT, 300),
      stars(t, { seed: 61, count: 80, lowest: 220 }),
      ridge({
        seed: 18,
        level: 216,
        rise: 92,
        span: 210,
        travelled: travelled * 0.2,
        colour: "#4c659c",
        jagged: 1,
      }),
      ridge({
        seed: 19,
        level: 262,
        rise: 52,
        span: 170,
        travelled: travelled * 0.5,
        colour: "#324579",
        jagged: 0.7,
      }),
      mist("haze", 216, 110, "#c9d8f4", 0.3),
      ridge(road),
      row({ seed: 63, spacing: 128, travelled: travelled * 1.4, jitter: 0.2 }, (at, index) =>
        place(
          { x: at, y: ridgeHeight(road, at) + 2, scale: 0.78 },
          lanternPost(t, { light: ramp(t, 0.5, 1.3), phase: index * 0.3 }),
        ),
      ),
      snow(t, { seed: 64, count: 34, wind: -14, size: 1.7, fall: 22 }),
      lettering(SERIES_TITLE, { x: 320, y: 96, height: 32, colour: PAPER, weight: 0.95 }, (index) =>
        ramp(t, 0.6 + index * 0.09, 1.2 + index * 0.09),
      ),
      line(
        `M${num(320 - 150 * ramp(t, 1.4, 2.2))} 147H${num(320 + 150 * ramp(t, 1.4, 2.2))}`,
        "#ffb860",
        0.9,
        0.8 * ramp(t, 1.3, 1.6),
      ),
      lettering(
        "WHERE THE ROAD ENDS",
        { x: 320, y: 161, height: 11, spacing: 4.4, weight: 1.2, colour: "#ffd9a0" },
        (index) => ramp(t, 1.8 + index * 0.04, 2.3 + index * 0.04),
      ),
    ].join("");
  },
};

const highPass: Scene = {
  name: "high pass",
  seconds: 8,
  draw: (t) => {
    const travelled = 1200 + t * 30;
    const road: Ridge = { seed: 22, level: 300, rise: 12, span: 260, travelled, colour: "#c4d2ec" };
    const x = mix(180, 330, t / 8);
    const y = ridgeHeight(road, x);
    return [
      sky(SNOW_NIGHT, 300),
      ridge({
        seed: 23,
        level: 190,
        rise: 100,
        span: 230,
        travelled: travelled * 0.1,
        colour: "#5b76a8",
        jagged: 1,
      }),
      ridge({
        seed: 24,
        level: 232,
        rise: 60,
        span: 180,
        travelled: travelled * 0.24,
        colour: "#455d92",
        jagged: 0.85,
      }),
      mist("far", 170, 130, "#d8e4f8", 0.34),
      snow(t, { seed: 65, count: 26, wind: -36, size: 1.2, fall: 26 }),
      row({ seed: 66, spacing: 74, travelled: travelled * 0.55, jitter: 0.9 }, (at, index) =>
        fir(at, 294, mix(60, 112, scatter(68, index)), "#2b3f6e"),
      ),
      ridge({
        seed: 25,
        level: 288,
        rise: 10,
        span: 150,
        travelled: travelled * 0.55,
        colour: "#8ea5cf",
      }),
      ridge(road),
      row({ seed: 69, spacing: 330, travelled, margin: 120, jitter: 0.2 }, (at) => {
        const lit = clamp01((x + 70 - at) / 46);
        return place(
          { x: at, y: ridgeHeight(road, at) + 2, scale: 1.3 },
          lanternPost(t, { light: lit }) + shape("M-6-98Q0-106 6-98Q0-96-6-98Z", "#eef3ff"),
        );
      }),
      disc(x + 40, y + 4, 120, "url(#lamp)", 0.3),
      place({ x, y: y + 1, scale: 1.5, turn: 5 }, nao(t, { stride: 1, wind: 1.9 })),
      place(
        {
          x: x + 62 + 6 * sway(t, 2),
          y: y - 112 + 6 * sway(t, 1.3),
          scale: 0.9,
          turn: -16 + 12 * sway(t, 1.1),
        },
        moth(t, 0),
      ),
      ridge({
        seed: 26,
        level: 344,
        rise: 8,
        span: 190,
        travelled: travelled * 1.8,
        colour: "#e6edfa",
      }),
      snow(t, { seed: 75, count: 22, wind: -120, size: 2.8, fall: 62 }),
    ].join("");
  },
};

function deck(x: number): number {
  return 236 - 46 * Math.sin(Math.PI * clamp01((x - 40) / 560));
}

function bridge(): string {
  const xs = Array.from({ length: 57 }, (_, index) => 40 + index * 10);
  const along = (rise: number) => xs.map((x) => `${num(x)} ${num(deck(x) - rise)}`).join("L");
  const posts = xs
    .filter((_, index) => index % 4 === 0)
    .map((x) => `M${num(x)} ${num(deck(x) + 4)}V${num(deck(x) - 21)}`);
  const piers = [190, 320, 450].map(
    (x) => `M${x - 5} ${num(deck(x))}L${x - 8} 296H${x + 8}L${x + 5} ${num(deck(x))}Z`,
  );
  return [
    shape(piers.join(""), "#1a1236"),
    shape(
      `M-10 238L${along(0)}L650 238V252L${xs
        .map((x) => `${num(x)} ${num(deck(x) + 11)}`)
        .reverse()
        .join("L")}L-10 252Z`,
      "#241740",
    ),
    line(`M-10 217L${along(19)}L650 217`, "#4a2440", 3),
    line(posts.join(""), "#4a2440", 3),
  ].join("");
}

const riverOfBoats: Scene = {
  name: "river of boats",
  seconds: 8,
  draw: (t) => {
    const x = mix(130, 400, t / 8);
    const boats = Array.from({ length: 12 }, (_, index) => {
      const start = (index * 0.618 + 0.1 * scatter(121, index)) % 1;
      const y = mix(272, 346, (index + 0.5) / 12);
      const scale = mix(0.55, 1.25, (y - 272) / 74);
      const at = ((start * 760 + t * 26 * scale) % 760) - 60;
      return (
        gleam(t + index, {
          x: at,
          top: y + 3,
          bottom: y + 26 * scale,
          width: 8 * scale,
          colour: "#ffc777",
          strength: 0.5,
        }) + place({ x: at, y, scale }, paperBoat(t, index * 0.21))
      );
    });
    const picture = [
      sky(RIVER_NIGHT, 260),
      stars(t, { seed: 81, count: 100, lowest: 200 }),
      moon(448, 78, 32),
      ridge({
        seed: 27,
        level: 206,
        rise: 52,
        span: 180,
        travelled: 90 + t * 2,
        colour: "#39326e",
        jagged: 0.7,
      }),
      ridge({
        seed: 28,
        level: 234,
        rise: 20,
        span: 120,
        travelled: 60 + t * 3,
        colour: "#28245a",
      }),
      row({ seed: 123, spacing: 26, travelled: t * 3, jitter: 1 }, (at, index) =>
        fir(at, 262, mix(20, 46, scatter(124, index)), "#211d4e"),
      ),
      mist("haze", 214, 70, "#b187c0", 0.32),
      tag("rect", { x: 0, y: 258, width: WIDTH, height: 102, fill: "#1d1c4c" }),
      gleam(t, { x: 448, top: 261, bottom: 352, width: 34, colour: "#f4ecd2", strength: 0.5 }),
      ...Array.from({ length: 26 }, (_, index) => {
        const y = mix(262, 356, scatter(125, index));
        return tag("rect", {
          x: ((scatter(126, index) * 700 + t * 14) % 700) - 40,
          y,
          width: mix(14, 60, scatter(127, index)),
          height: 1.1,
          rx: 0.6,
          fill: "#5a52a0",
          opacity: 0.5 + 0.25 * sway(t, 2.6, index / 6),
        });
      }),
      ...boats.slice(0, 4),
      place({ x, y: deck(x) + 1, scale: 1.02 }, nao(t, { stride: 1, wind: 0.7 })),
      bridge(),
      ...boats.slice(4),
      place(
        { x: x + 44 + 12 * sway(t, 3.1), y: deck(x) - 78 + 8 * sway(t, 1.7), scale: 0.75 },
        moth(t, 0),
      ),
      shape(`M-10 228Q30 226 58 238Q66 262 84 282Q96 304 118 322Q132 346 146 370H-10Z`, "#110e30"),
      shape(
        `M650 228Q612 226 584 238Q574 258 562 276Q560 304 538 324Q524 344 516 370H650Z`,
        "#110e30",
      ),
      place({ x: 30, y: 232, scale: 0.9 }, lanternPost(t, { light: 1 })),
      place(
        { x: 612, y: 234, scale: 0.9 },
        `<g transform="scale(-1 1)">${lanternPost(t, { light: ramp(t, 5.6, 6.4), phase: 0.4 })}</g>`,
      ),
    ].join("");
    return closeUp(320, 250, 1.04 + 0.04 * sway(t, 32, -0.25), picture);
  },
};

/** `dawn` is 0 (night) to 1 (morning). */
function coast(t: number, dawn: number): string {
  const colours = blendSky(BEFORE_DAWN, DAWN, dawn);
  const waves = Array.from({ length: 34 }, (_, index) => {
    const depth = scatter(131, index);
    const y = 226 + depth * depth * 128;
    const width = mix(12, 90, depth);
    return tag("rect", {
      x: ((((scatter(132, index) * 760 - t * mix(3, 13, depth)) % 760) + 760) % 760) - 90,
      y,
      width,
      height: 0.8 + depth,
      rx: 0.7,
      fill: blend("#6a6fb0", "#ffd9a8", dawn),
      opacity: 0.3 + 0.25 * sway(t, 2.8, index / 5),
    });
  });
  return [
    sky(colours, 226),
    stars(t, { seed: 91, count: 130, lowest: 215, strength: 1 - 0.95 * dawn }),
    disc(452, mix(262, 222, dawn), 170, "url(#sunrise)", dawn * 0.95),
    disc(452, mix(262, 216, dawn), 26, "#fff1c8", dawn),
    tag("rect", {
      x: 0,
      y: 224,
      width: WIDTH,
      height: 136,
      fill: blend("#1b2058", "#6d5284", dawn),
    }),
    dawn > 0
      ? gleam(t, {
          x: 452,
          top: 228,
          bottom: 356,
          width: 30,
          colour: "#ffe2ae",
          strength: 0.7 * dawn,
        })
      : "",
    ...waves,
  ].join("");
}

function cliff(t: number, dawn: number): string {
  const rock = blend("#0b0f2e", "#2a1d3f", dawn);
  return [
    shape(
      "M-40 284C60 276 140 288 232 284Q262 284 268 292L258 306L270 318L256 340L262 400H-40Z",
      rock,
    ),
    shape(
      "M-40 284C60 276 140 288 232 284Q262 284 268 292Q240 296 200 292T60 292T-40 292Z",
      blend("#2a3068", "#8a5a70", dawn),
    ),
    place({ x: 206, y: 287, scale: 1.35 }, lanternPost(t, { light: 0, empty: true })),
  ].join("");
}

const onlyTheSea: Scene = {
  name: "only the sea",
  seconds: 8,
  draw: (t) => {
    const arrive = ramp(t, -2.6, 3);
    const x = mix(-40, 146, arrive);
    const stride = 1 - ramp(t, 2.1, 2.9);
    const picture = [
      coast(t, 0.12 * ramp(t, 4, 8)),
      place({ x: 470, y: 90, opacity: 0.16 }, mistPuff(t)),
      cliff(t, 0.1),
      place(
        { x, y: 287, scale: 1.35 },
        nao(t, { stride, raise: 0.9 * ramp(t, 5.6, 7.4), wind: 1.4 }),
      ),
      place(
        {
          x: mix(x + 60, 300, ramp(t, 3.4, 6)) + 8 * sway(t, 2.7),
          y: mix(190, 150, ramp(t, 3.4, 6)) + 7 * sway(t, 1.6),
          scale: 1,
        },
        moth(t, 0),
      ),
    ].join("");
    return closeUp(200, 250, 1.12 - 0.12 * ramp(t, 0, 8), picture);
  },
};

function mistPuff(t: number): string {
  return [
    [-90, 12, 70, 9],
    [0, 0, 110, 13],
    [100, 16, 80, 8],
  ]
    .map(([x = 0, y = 0, rx = 0, ry = 0], index) =>
      tag("ellipse", { cx: x - t * (2 + index), cy: y, rx, ry, fill: "#e8c8dc" }),
    )
    .join("");
}

function answers(t: number): string {
  return Array.from({ length: 44 }, (_, index) => {
    const depth = (index + scatter(141, index)) / 44;
    const start = 1.2 + scatter(142, index) * 4.2;
    const age = t - start;
    if (age <= 0) return "";
    const scale = mix(0.14, 0.95, depth ** 2.2);
    const x =
      mix(250, 660, scatter(143, index)) +
      10 * scale * sway(t, 5, scatter(144, index)) -
      age * 3 * scale;
    const y = mix(224, 356, depth ** 2.2) - age * mix(13, 44, depth);
    return place({ x, y, scale, opacity: clamp01(age * 1.6) }, skyLantern(t, index * 0.17));
  }).join("");
}

const aThousandAnswered: Scene = {
  name: "a thousand answered",
  seconds: 8,
  draw: (t) => {
    const dawn = mix(0.12, 1, ramp(t, 1.5, 8));
    const raise = 0.9 - 0.75 * ramp(t, 1.8, 3.2);
    const tip = staffTip(0.9);
    const free = Math.max(0, t - 0.5);
    const own = {
      x: 146 + (tip.x + 1) * 1.35 + free * 7 + 6 * sway(t, 4),
      y: 287 + (tip.y + 8) * 1.35 - free * 15 - free * free * 1.1,
    };
    const picture = [
      coast(t, dawn),
      answers(t),
      cliff(t, dawn),
      place(
        { x: 146, y: 287, scale: 1.35 },
        nao(t, { stride: 0, raise, ember: 1 - ramp(t, 0.4, 1), wind: 1.2 }),
      ),
      place(
        { x: own.x, y: own.y, scale: 0.25 + 0.75 * ramp(t, 0.3, 1.4), opacity: ramp(t, 0.2, 0.6) },
        skyLantern(t, 0),
      ),
      place(
        {
          x: own.x + 30 * Math.cos(t * 1.9),
          y: own.y - 14 + 12 * Math.sin(t * 1.9),
          scale: 0.9,
          turn: 12 * sway(t, 2),
        },
        moth(t, 0),
      ),
    ].join("");
    return closeUp(300, 200, 1 + 0.05 * ramp(t, 0, 8), picture);
  },
};

const theEnd: Scene = {
  name: "the end",
  seconds: 4,
  draw: (t) => {
    const dim = ramp(t, 2.6, 3.9);
    return [
      sky(blendSky(DAWN, NIGHT, 0.25), HEIGHT + 60),
      disc(320, 380, 300, "url(#sunrise)", 0.75),
      ...Array.from({ length: 24 }, (_, index) => {
        const depth = scatter(151, index);
        const y = mix(60, 380, scatter(152, index)) - t * mix(5, 16, depth);
        return place(
          {
            x: scatter(153, index) * WIDTH,
            y,
            scale: mix(0.14, 0.5, depth),
            opacity: mix(0.5, 0.95, depth),
          },
          skyLantern(t, index * 0.13),
        );
      }),
      glow(320, 168, 190, 0.22),
      lettering(
        "THE END",
        { x: 320, y: 140, height: 30, spacing: 4.6, weight: 0.95, colour: "#fff4dc" },
        (index) => ramp(t, 0.4 + index * 0.09, 1 + index * 0.09),
      ),
      lettering(
        "THE LIGHT GOES ON",
        { x: 320, y: 192, height: 10, spacing: 4.6, weight: 1.2, colour: "#ffe3b4" },
        (index) => ramp(t, 1.3 + index * 0.04, 1.8 + index * 0.04),
      ),
      dim > 0
        ? tag("rect", { width: WIDTH, height: HEIGHT, fill: "#0a1034", opacity: dim * 0.6 })
        : "",
      shape(`M0 ${HEIGHT}V340Q160 326 320 338T640 332V${HEIGHT}Z`, WOOD, 0.85),
    ].join("");
  },
};

/** Over the pass and the river to the sea. */
export const roadEnds: Episode = {
  number: 2,
  title: "Where the Road Ends",
  scenes: [title, highPass, riverOfBoats, onlyTheSea, aThousandAnswered, theEnd],
  cues: [
    {
      from: 4.5,
      to: 7.8,
      en: "In the high pass, the snow asked\nwhere Nao was going.",
      es: "En el paso alto, la nieve preguntó\nadónde iba Nao.",
    },
    {
      from: 8.3,
      to: 11.6,
      en: "“To the last lantern,” said Nao,\nand kept walking.",
      es: "—Al último farol —dijo Nao,\ny siguió andando.",
    },
    {
      from: 12.6,
      to: 15.9,
      en: "On the river, small boats\ncarried lights of their own.",
      es: "Por el río, unos barquitos\nllevaban sus propias luces.",
    },
    {
      from: 16.3,
      to: 19.5,
      en: "“Somebody upstream remembers too.”",
      es: "—Río arriba, alguien también se acuerda.",
    },
    {
      from: 20.8,
      to: 24,
      en: "The last post stood empty.\nBeyond it there was only the sea.",
      es: "El último poste estaba vacío.\nMás allá solo había mar.",
    },
    {
      from: 24.5,
      to: 27.6,
      en: "“Then the road goes up.”",
      es: "—Entonces el camino sigue hacia arriba.",
    },
    {
      from: 28.8,
      to: 32,
      en: "One ember rose,\nand a thousand answered.",
      es: "Una brasa subió\ny mil le respondieron.",
    },
    {
      from: 32.4,
      to: 35.6,
      en: "By morning, no one was lost.",
      es: "Al amanecer, ya nadie estaba perdido.",
    },
  ],
  music: {
    seed: 9,
    chords: [
      "F2 C3 A3 E4",
      "D2 A2 F3 C4",
      "A#1 F2 D3 A3",
      "F2 C3 A3 G4",
      "G2 D3 A#3 F4",
      "D2 A2 F3 E4",
      "A#1 F2 D3 C4",
      "F2 C3 A3 C4 G4",
      "C2 G2 E3 D4 G4",
      "F2 C3 A3 E4 G4",
    ],
    bloomAt: 28.5,
  },
};
