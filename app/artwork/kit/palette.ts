import { mix, oklch, type Color } from "./color";
import type { Random } from "./random";

export type Light = "night" | "dusk" | "day" | "paper";

export interface Palette {
  readonly light: Light;
  readonly top: Color;
  readonly mid: Color;
  readonly low: Color;
  readonly lamp: Color;
  readonly accent: Color;
  readonly near: Color;
}

type Lch = readonly [lightness: number, chroma: number, hue: number];
type Row = readonly [light: Light, top: Lch, mid: Lch, low: Lch, lamp: Lch, accent: Lch, near: Lch];

const ROWS = {
  midnight: [
    "night",
    [0.17, 0.06, 272],
    [0.33, 0.11, 265],
    [0.6, 0.12, 238],
    [0.96, 0.03, 225],
    [0.82, 0.14, 78],
    [0.12, 0.035, 272],
  ],
  nebula: [
    "night",
    [0.17, 0.08, 292],
    [0.36, 0.16, 306],
    [0.67, 0.17, 348],
    [0.95, 0.05, 345],
    [0.82, 0.12, 205],
    [0.13, 0.05, 292],
  ],
  aurora: [
    "night",
    [0.16, 0.05, 255],
    [0.32, 0.08, 215],
    [0.68, 0.14, 168],
    [0.96, 0.06, 150],
    [0.78, 0.16, 330],
    [0.12, 0.035, 240],
  ],
  neon: [
    "night",
    [0.17, 0.07, 284],
    [0.34, 0.15, 300],
    [0.64, 0.22, 356],
    [0.93, 0.09, 70],
    [0.83, 0.13, 205],
    [0.12, 0.05, 284],
  ],
  circuit: [
    "night",
    [0.18, 0.045, 240],
    [0.37, 0.085, 222],
    [0.74, 0.12, 195],
    [0.97, 0.04, 185],
    [0.74, 0.18, 48],
    [0.13, 0.035, 240],
  ],
  bloodmoon: [
    "night",
    [0.14, 0.035, 18],
    [0.28, 0.11, 22],
    [0.48, 0.18, 28],
    [0.8, 0.14, 48],
    [0.9, 0.06, 80],
    [0.1, 0.025, 18],
  ],
  venom: [
    "night",
    [0.15, 0.03, 200],
    [0.29, 0.06, 182],
    [0.57, 0.12, 150],
    [0.92, 0.11, 122],
    [0.66, 0.2, 22],
    [0.11, 0.025, 200],
  ],
  noir: [
    "night",
    [0.17, 0.02, 262],
    [0.32, 0.035, 252],
    [0.6, 0.05, 232],
    [0.94, 0.07, 92],
    [0.78, 0.15, 76],
    [0.11, 0.018, 262],
  ],
  velvet: [
    "night",
    [0.2, 0.08, 350],
    [0.38, 0.14, 358],
    [0.66, 0.14, 25],
    [0.94, 0.05, 60],
    [0.82, 0.11, 80],
    [0.14, 0.05, 348],
  ],
  ember: [
    "dusk",
    [0.34, 0.11, 14],
    [0.55, 0.18, 33],
    [0.8, 0.14, 70],
    [0.95, 0.08, 92],
    [0.74, 0.11, 200],
    [0.18, 0.045, 12],
  ],
  twilight: [
    "dusk",
    [0.3, 0.1, 285],
    [0.52, 0.14, 330],
    [0.82, 0.12, 55],
    [0.96, 0.07, 85],
    [0.8, 0.12, 190],
    [0.17, 0.055, 288],
  ],
  rose: [
    "dusk",
    [0.42, 0.13, 352],
    [0.64, 0.15, 12],
    [0.87, 0.08, 45],
    [0.97, 0.045, 70],
    [0.72, 0.17, 5],
    [0.22, 0.075, 348],
  ],
  lavender: [
    "dusk",
    [0.46, 0.11, 292],
    [0.67, 0.1, 312],
    [0.89, 0.055, 352],
    [0.98, 0.03, 60],
    [0.76, 0.13, 20],
    [0.22, 0.065, 290],
  ],
  grove: [
    "dusk",
    [0.27, 0.05, 195],
    [0.47, 0.09, 165],
    [0.83, 0.11, 116],
    [0.97, 0.08, 105],
    [0.8, 0.13, 60],
    [0.16, 0.04, 185],
  ],
  lagoon: [
    "dusk",
    [0.3, 0.08, 245],
    [0.52, 0.1, 218],
    [0.85, 0.08, 185],
    [0.98, 0.04, 110],
    [0.76, 0.16, 42],
    [0.18, 0.055, 245],
  ],
  steel: [
    "dusk",
    [0.34, 0.03, 245],
    [0.54, 0.035, 225],
    [0.84, 0.05, 85],
    [0.97, 0.04, 90],
    [0.68, 0.19, 38],
    [0.18, 0.025, 245],
  ],
  autumn: [
    "dusk",
    [0.44, 0.11, 40],
    [0.67, 0.14, 60],
    [0.88, 0.11, 85],
    [0.97, 0.06, 95],
    [0.58, 0.19, 28],
    [0.21, 0.05, 32],
  ],
  azure: [
    "day",
    [0.53, 0.14, 252],
    [0.71, 0.12, 236],
    [0.92, 0.05, 210],
    [0.99, 0.02, 100],
    [0.76, 0.16, 60],
    [0.26, 0.075, 250],
  ],
  meadow: [
    "day",
    [0.64, 0.1, 205],
    [0.81, 0.085, 178],
    [0.95, 0.07, 112],
    [0.99, 0.04, 105],
    [0.72, 0.16, 25],
    [0.28, 0.065, 172],
  ],
  sakura: [
    "day",
    [0.72, 0.09, 352],
    [0.84, 0.07, 5],
    [0.95, 0.035, 45],
    [0.99, 0.015, 70],
    [0.66, 0.17, 8],
    [0.31, 0.09, 345],
  ],
  frost: [
    "day",
    [0.55, 0.065, 255],
    [0.75, 0.05, 242],
    [0.94, 0.02, 225],
    [0.99, 0.008, 220],
    [0.63, 0.15, 18],
    [0.25, 0.05, 258],
  ],
  citrus: [
    "day",
    [0.75, 0.16, 62],
    [0.86, 0.14, 85],
    [0.95, 0.08, 100],
    [0.99, 0.03, 100],
    [0.62, 0.18, 20],
    [0.32, 0.085, 38],
  ],
  coral: [
    "day",
    [0.63, 0.17, 20],
    [0.76, 0.14, 38],
    [0.92, 0.07, 68],
    [0.98, 0.03, 80],
    [0.66, 0.11, 212],
    [0.28, 0.08, 8],
  ],
  mint: [
    "day",
    [0.62, 0.1, 190],
    [0.78, 0.1, 172],
    [0.94, 0.055, 140],
    [0.99, 0.02, 110],
    [0.72, 0.17, 35],
    [0.27, 0.06, 200],
  ],
  washi: [
    "paper",
    [0.84, 0.04, 78],
    [0.9, 0.035, 84],
    [0.94, 0.025, 90],
    [0.6, 0.2, 30],
    [0.42, 0.07, 245],
    [0.24, 0.035, 45],
  ],
  indigo: [
    "paper",
    [0.86, 0.025, 240],
    [0.91, 0.02, 230],
    [0.95, 0.015, 110],
    [0.42, 0.13, 265],
    [0.68, 0.18, 42],
    [0.22, 0.06, 268],
  ],
  clay: [
    "paper",
    [0.82, 0.05, 50],
    [0.89, 0.04, 65],
    [0.94, 0.025, 85],
    [0.58, 0.13, 45],
    [0.5, 0.08, 170],
    [0.25, 0.045, 30],
  ],
} as const satisfies Record<string, Row>;

export type PaletteName = keyof typeof ROWS;

export function lightOf(name: PaletteName): Light {
  return ROWS[name][0];
}

export const PALETTE_NAMES = Object.keys(ROWS) as PaletteName[];

/** `fade` (0–1) desaturates and warms. */
export function palette(name: PaletteName, random: Random, fade: number): Palette {
  const [light, ...tones] = ROWS[name];
  const turn = random.range(-9, 9);
  const paper = oklch(0.72, 0.06, 75);
  const [top, mid, low, lamp, accent, near] = tones.map(([lightness, chroma, hue]) => {
    const color = oklch(lightness, chroma * (1 - fade * 0.3), hue + turn);
    return mix(color, { ...paper, l: color.l }, fade * 0.28);
  }) as [Color, Color, Color, Color, Color, Color];
  return { light, top, mid, low, lamp, accent, near };
}

/** `t` is 0 at the horizon, 1 in the foreground. */
export function layerColor({ mid, low, near }: Palette, t: number): Color {
  const haze = mix(low, mid, 0.55);
  return mix(haze, near, 0.94 * Math.min(1, Math.max(0, t)));
}

/** The shares approximate finished images' averages. */
export function dominant({ mid, low, near }: Palette): Color {
  return mix(mix(mid, low, 0.65), near, 0.4);
}
