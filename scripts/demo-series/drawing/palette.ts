export const INK = "#070b1f";
export const WOOD = "#150f1f";
export const PAPER = "#f7e6c4";
export const MOONLIGHT = "#f4ecd2";
export const FLAME = "#ffb648";
export const SCARF = "#d2473a";

export type Sky = readonly [top: string, middle: string, horizon: string];

export const NIGHT: Sky = ["#0a1034", "#1d2a63", "#4d4a86"];
export const FOREST_NIGHT: Sky = ["#071126", "#10294a", "#215064"];
export const SNOW_NIGHT: Sky = ["#101a3e", "#2b4372", "#7590b5"];
export const RIVER_NIGHT: Sky = ["#0b0f33", "#2a2764", "#6a4584"];
export const BEFORE_DAWN: Sky = ["#0c1540", "#343a7c", "#8d5c86"];
export const DAWN: Sky = ["#33417f", "#a7668d", "#f7b27d"];

export function blend(from: string, to: string, share: number): string {
  const channel = (colour: string, at: number) => Number.parseInt(colour.slice(at, at + 2), 16);
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(from, at) + (channel(to, at) - channel(from, at)) * share),
  );
  return `#${mixed.map((value) => value.toString(16).padStart(2, "0")).join("")}`;
}

export function blendSky(from: Sky, to: Sky, share: number): Sky {
  return [blend(from[0], to[0], share), blend(from[1], to[1], share), blend(from[2], to[2], share)];
}
