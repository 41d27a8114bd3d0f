/** OKLab (Björn Ottosson, "A perceptual color space"). */
export interface Color {
  readonly l: number;
  readonly a: number;
  readonly b: number;
}

/** Lightness 0–1, chroma 0–0.37, hue in degrees. */
export function oklch(lightness: number, chroma: number, hue: number): Color {
  const radians = (hue * Math.PI) / 180;
  return { l: lightness, a: chroma * Math.cos(radians), b: chroma * Math.sin(radians) };
}

export function mix(from: Color, to: Color, t: number): Color {
  return {
    l: from.l + (to.l - from.l) * t,
    a: from.a + (to.a - from.a) * t,
    b: from.b + (to.b - from.b) * t,
  };
}

/** Adds `lightness`, multiplies by `chroma`, rotates by `turn` degrees. */
export function adjust(color: Color, { lightness = 0, chroma = 1, turn = 0 }): Color {
  const radians = (turn * Math.PI) / 180;
  return {
    l: Math.min(1, Math.max(0, color.l + lightness)),
    a: chroma * (color.a * Math.cos(radians) - color.b * Math.sin(radians)),
    b: chroma * (color.a * Math.sin(radians) + color.b * Math.cos(radians)),
  };
}

function linearRgb({ l, a, b }: Color): [number, number, number] {
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  return [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
}

function inGamut(channels: readonly number[]): boolean {
  return channels.every((channel) => channel >= -0.0005 && channel <= 1.0005);
}

/** Formats a color as `#rrggbb`. Colors outside sRGB lose chroma only. */
export function hex(color: Color): string {
  let shown = color;
  let channels = linearRgb(shown);
  for (let step = 0; step < 24 && !inGamut(channels); step += 1) {
    shown = adjust(shown, { chroma: 0.92 });
    channels = linearRgb(shown);
  }
  return `#${channels.map(channelHex).join("")}`;
}

function channelHex(linear: number): string {
  const clamped = Math.min(1, Math.max(0, linear));
  const encoded = clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * clamped ** (1 / 2.4) - 0.055;
  return Math.round(encoded * 255)
    .toString(16)
    .padStart(2, "0");
}
