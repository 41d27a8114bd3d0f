import { MOONLIGHT, type Sky } from "./palette";
import { clamp01, mix, scatter, sway } from "./motion";
import { HEIGHT, WIDTH, disc, line, num, shape, tag } from "./svg";

const stop = (offset: number, colour: string, opacity = 1) =>
  tag("stop", { offset: `${num(offset)}%`, "stop-color": colour, "stop-opacity": opacity });

export const LIGHTS = [
  tag(
    "radialGradient",
    { id: "lamp" },
    stop(0, "#ffe2a0", 0.95) +
      stop(14, "#ffc46a", 0.6) +
      stop(45, "#ff9a4a", 0.2) +
      stop(100, "#ff7a3c", 0),
  ),
  tag(
    "radialGradient",
    { id: "moon" },
    stop(0, "#fff6dc", 0.55) + stop(35, "#cfd4ff", 0.2) + stop(100, "#9fb0ff", 0),
  ),
  tag(
    "radialGradient",
    { id: "sunrise" },
    stop(0, "#fff0c0", 0.95) + stop(30, "#ffce8a", 0.5) + stop(100, "#ff9a6a", 0),
  ),
  tag(
    "radialGradient",
    { id: "corners", cx: "50%", cy: "48%", r: "72%" },
    stop(55, "#03051a", 0) + stop(100, "#03051a", 0.62),
  ),
].join("");

export function sky([top, middle, low]: Sky, horizon: number): string {
  const gradient = tag(
    "linearGradient",
    { id: "sky", x1: 0, y1: 0, x2: 0, y2: horizon, gradientUnits: "userSpaceOnUse" },
    stop(0, top) + stop(58, middle) + stop(100, low),
  );
  return (
    tag("defs", {}, gradient) + tag("rect", { width: WIDTH, height: HEIGHT, fill: "url(#sky)" })
  );
}

export function stars(
  seconds: number,
  options: { seed: number; count: number; lowest: number; strength?: number },
): string {
  const { seed, count, lowest, strength = 1 } = options;
  return Array.from({ length: count }, (_, index) => {
    const x = scatter(seed, index * 3) * WIDTH;
    const height = scatter(seed, index * 3 + 1);
    const y = height * height * lowest;
    const size = mix(0.5, 1.4, scatter(seed, index * 3 + 2) ** 3);
    const twinkle = index % 4 === 0 ? 0.25 * sway(seconds, 2.2, index / 7) : 0;
    return disc(x, y, size, "#fff7e2", clamp01((0.75 - 0.5 * (y / lowest) + twinkle) * strength));
  }).join("");
}

export function moon(x: number, y: number, radius: number): string {
  const seas = [
    [-0.3, -0.2, 0.26],
    [0.28, 0.1, 0.2],
    [-0.1, 0.42, 0.15],
  ] as const;
  return [
    disc(x, y, radius * 3.4, "url(#moon)"),
    disc(x, y, radius, MOONLIGHT),
    ...seas.map(([dx, dy, size]) =>
      disc(x + dx * radius, y + dy * radius, size * radius, "#dcd3bd", 0.55),
    ),
  ].join("");
}

/** `travelled` is the layer's shift to the left, larger for nearer layers (parallax). */
export type Ridge = {
  seed: number;
  level: number;
  rise: number;
  span: number;
  travelled: number;
  colour: string;
  jagged?: number;
  crest?: string;
};

export function ridgeHeight(
  { seed, level, rise, span, travelled, jagged = 0 }: Ridge,
  x: number,
): number {
  const at = (x + travelled) / span + seed * 1.7;
  const soft =
    Math.sin(at) * 0.55 + Math.sin(at * 2.3 + seed) * 0.3 + Math.sin(at * 4.9 + seed * 2) * 0.15;
  const peaks =
    Math.abs(((((at * 0.62) % 1) + 1) % 1) - 0.5) * 2 +
    Math.abs(((((at * 1.71 + 0.3) % 1) + 1) % 1) - 0.5) * 0.34 -
    0.67 +
    Math.sin(at * 9.1 + seed) * 0.035;
  return level - rise * mix(soft, peaks, jagged);
}

export function ridge(options: Ridge): string {
  const step = options.jagged ? 4 : 8;
  const points = Array.from(
    { length: WIDTH / step + 1 },
    (_, index) => `L${index * step} ${num(ridgeHeight(options, index * step))}`,
  );
  const hills = shape(`M0 ${HEIGHT}${points.join("")}L${WIDTH} ${HEIGHT}Z`, options.colour);
  return options.crest ? hills + line(`M${points.join("").slice(1)}`, options.crest, 1.4) : hills;
}

/** An endless row; `spacing` is the mean distance in pixels. */
export function row(
  options: { seed: number; spacing: number; travelled: number; margin?: number; jitter?: number },
  draw: (x: number, index: number) => string,
): string {
  const { seed, spacing, travelled, margin = 80, jitter = 0.5 } = options;
  const first = Math.floor((travelled - margin) / spacing) - 1;
  const last = Math.ceil((travelled + WIDTH + margin) / spacing) + 1;
  const drawn: string[] = [];
  for (let index = first; index <= last; index += 1) {
    const x = (index + (scatter(seed, index) - 0.5) * jitter) * spacing - travelled;
    if (x > -margin && x < WIDTH + margin) drawn.push(draw(x, index));
  }
  return drawn.join("");
}

/** `strength` is the opacity in the middle. */
export function mist(
  id: string,
  y: number,
  height: number,
  colour: string,
  strength: number,
): string {
  const gradient = tag(
    "linearGradient",
    { id, x1: 0, y1: 0, x2: 0, y2: 1 },
    stop(0, colour, 0) + stop(55, colour, strength) + stop(100, colour, 0),
  );
  return (
    tag("defs", {}, gradient) + tag("rect", { x: 0, y, width: WIDTH, height, fill: `url(#${id})` })
  );
}
