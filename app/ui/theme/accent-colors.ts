/** The page's color or the raised surface's, whichever contrasts less with text. */
const LIGHT_PAPER = "#f1efeb";
const DARK_PAPER = "#191b20";

/** WCAG 2.2 AA asks for 4.5; the rest is for hover backgrounds. */
const READABLE = 5.2;

export interface AccentColors {
  accent: string;
  onAccent: string;
  textOnLight: string;
  textOnDark: string;
}

/** Gives every text a contrast of at least 4.5:1. */
export function accentColors(accent: string): AccentColors {
  return {
    accent: accent.toLowerCase(),
    onAccent: contrast(accent, "#ffffff") >= contrast(accent, "#000000") ? "#ffffff" : "#000000",
    textOnLight: readableOn(LIGHT_PAPER, accent, "#000000"),
    textOnDark: readableOn(DARK_PAPER, accent, "#ffffff"),
  };
}

/** The WCAG 2 contrast ratio, 1 to 21. */
export function contrast(first: string, second: string): number {
  const [darker, lighter] = [luminance(first), luminance(second)].sort((a, b) => a - b) as [
    number,
    number,
  ];
  return (lighter + 0.05) / (darker + 0.05);
}

/** Moves a color in OKLab, towards black or white, until it can be read on `ground`. */
function readableOn(ground: string, color: string, towards: string): string {
  const from = toOklab(color);
  const to = toOklab(towards);
  for (let step = 0; step <= 50; step += 1) {
    const share = step / 50;
    const mixed = fromOklab(from.map((part, index) => part + ((to[index] ?? 0) - part) * share));
    if (contrast(mixed, ground) >= READABLE) return mixed;
  }
  return towards;
}

function channels(hex: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16) / 255);
}

function linear(value: number): number {
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
}

function gamma(value: number): number {
  return value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
}

function multiply(matrix: readonly (readonly number[])[], vector: readonly number[]): number[] {
  return matrix.map((row) =>
    row.reduce((sum, factor, index) => sum + factor * (vector[index] ?? 0), 0),
  );
}

function luminance(hex: string): number {
  return multiply([[0.2126, 0.7152, 0.0722]], channels(hex).map(linear))[0] ?? 0;
}

/** OKLab, Björn Ottosson. */
const RGB_TO_LMS = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
] as const;
const LMS_TO_LAB = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
] as const;
const LAB_TO_LMS = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
] as const;
const LMS_TO_RGB = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
] as const;

function toOklab(hex: string): number[] {
  return multiply(LMS_TO_LAB, multiply(RGB_TO_LMS, channels(hex).map(linear)).map(Math.cbrt));
}

function fromOklab(lab: readonly number[]): string {
  const rgb = multiply(
    LMS_TO_RGB,
    multiply(LAB_TO_LMS, lab).map((part) => part ** 3),
  );
  return `#${rgb
    .map((part) => Math.round(Math.min(1, Math.max(0, gamma(Math.max(0, part)))) * 255))
    .map((part) => part.toString(16).padStart(2, "0"))
    .join("")}`;
}
