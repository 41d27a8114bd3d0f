import { mix, scatter, sway } from "./motion";
import { HEIGHT, WIDTH, disc, num, shape, tag } from "./svg";

/** Its foot is at (x, y). */
export function fir(x: number, y: number, height: number, colour: string, tiers = 4): string {
  const half = height * 0.24;
  const boughs = Array.from({ length: tiers }, (_, index) => {
    const top = y - height * (1 - index / (tiers + 0.6));
    const low = y - height * (1 - (index + 1.55) / (tiers + 0.6));
    const wide = half * (0.42 + (0.58 * (index + 1)) / tiers);
    return `M${num(x)} ${num(top)}Q${num(x + wide * 0.3)} ${num(low - 3)} ${num(x + wide)} ${num(low)}Q${num(x)} ${num(low + height * 0.05)} ${num(x - wide)} ${num(low)}Q${num(x - wide * 0.3)} ${num(low - 3)} ${num(x)} ${num(top)}Z`;
  });
  return shape(
    `${boughs.join("")}M${num(x - height * 0.02)} ${num(y - height * 0.2)}H${num(x + height * 0.02)}V${num(y)}H${num(x - height * 0.02)}Z`,
    colour,
  );
}

/** Leaves the frame at the top, leaning by `lean` pixels. */
export function trunk(
  x: number,
  foot: number,
  width: number,
  lean: number,
  colour: string,
): string {
  const half = width / 2;
  const side = lean >= 0 ? 1 : -1;
  const fork = foot * 0.42;
  const trunkAt = (y: number) => x + lean * (1 - y / foot);
  const stem = shape(
    `M${num(x - half * 2.1)} ${num(foot)}Q${num(x - half)} ${num(foot - width)} ${num(x - half + lean * 0.4)} ${num(foot * 0.6)}L${num(x - half * 0.8 + lean)} -4H${num(x + half * 0.8 + lean)}L${num(x + half + lean * 0.4)} ${num(foot * 0.6)}Q${num(x + half)} ${num(foot - width)} ${num(x + half * 2.3)} ${num(foot)}Z`,
    colour,
  );
  const branch = shape(
    `M${num(trunkAt(fork))} ${num(fork)}Q${num(trunkAt(fork) + side * width * 1.6)} ${num(fork - width * 0.6)} ${num(trunkAt(fork) + side * width * 2.6)} ${num(fork - width * 3.4)}Q${num(trunkAt(fork) + side * width * 1.5)} ${num(fork - width * 0.4)} ${num(trunkAt(fork))} ${num(fork + width * 0.8)}Z`,
    colour,
  );
  return stem + branch;
}

export function tuft(x: number, y: number, height: number, wind: number, colour: string): string {
  const blades = [-0.5, -0.15, 0.2, 0.55].map((spread, index) => {
    const tip = x + spread * height + wind * height * 0.35;
    const tall = height * (index % 2 === 0 ? 0.75 : 1);
    return `M${num(x + spread * 3 - 1)} ${num(y)}Q${num(x + spread * 4)} ${num(y - tall * 0.6)} ${num(tip)} ${num(y - tall)}Q${num(x + spread * 4 + 2)} ${num(y - tall * 0.5)} ${num(x + spread * 3 + 1.4)} ${num(y)}Z`;
  });
  return shape(blades.join(""), colour);
}

/** Wander between heights `top` and `bottom` and drift left with the camera. */
export function fireflies(
  seconds: number,
  options: { seed: number; count: number; top: number; bottom: number; drift: number },
): string {
  const { seed, count, top, bottom, drift } = options;
  const span = WIDTH + 60;
  return Array.from({ length: count }, (_, index) => {
    const depth = mix(0.4, 1, scatter(seed, index * 4 + 3));
    const home = scatter(seed, index * 4) * span - seconds * drift * depth;
    const x =
      (((home % span) + span) % span) - 30 + 14 * sway(seconds, 4.5, scatter(seed, index * 4 + 1));
    const y = mix(top, bottom, scatter(seed, index * 4 + 2)) + 9 * sway(seconds, 3.4, index / 5);
    const breath = 0.5 + 0.5 * sway(seconds, 2.6, scatter(seed, index * 4 + 1) + index / 3);
    return (
      disc(x, y, 11 * depth, "url(#lamp)", 0.75 * breath) +
      disc(x, y, 1.5 * depth, "#fff0c2", 0.3 + 0.7 * breath)
    );
  }).join("");
}

/** `wind` is in pixels per second, negative to the left. */
export function snow(
  seconds: number,
  options: { seed: number; count: number; wind: number; size: number; fall: number },
): string {
  const { seed, count, wind, size, fall } = options;
  const wide = WIDTH + 40;
  const tall = HEIGHT + 40;
  const wrap = (value: number, span: number) => (((value % span) + span) % span) - 20;
  return Array.from({ length: count }, (_, index) => {
    const weight = mix(0.6, 1, scatter(seed, index * 3 + 2));
    const x = wrap(
      scatter(seed, index * 3) * wide + seconds * wind * weight + 8 * sway(seconds, 3, index / 9),
      wide,
    );
    const y = wrap(scatter(seed, index * 3 + 1) * tall + seconds * fall * weight, tall);
    return disc(x, y, size * weight, "#eef3ff", 0.35 + 0.5 * weight);
  }).join("");
}

/** Around the column at `x`, wider towards the viewer. */
export function gleam(
  seconds: number,
  options: {
    x: number;
    top: number;
    bottom: number;
    width: number;
    colour: string;
    strength: number;
  },
): string {
  const { x, top, bottom, width, colour, strength } = options;
  const rows = Math.floor((bottom - top) / 5);
  return Array.from({ length: rows }, (_, index) => {
    const near = index / rows;
    const half = width * mix(0.35, 1, near) * (0.7 + 0.3 * sway(seconds, 2.4, index * 0.37));
    const shift = 5 * near * sway(seconds, 3.1, index * 0.23);
    return tag("rect", {
      x: x + shift - half,
      y: top + index * 5,
      width: half * 2,
      height: 1.6 + near,
      rx: 1,
      fill: colour,
      opacity: strength * (1 - near * 0.6),
    });
  }).join("");
}
