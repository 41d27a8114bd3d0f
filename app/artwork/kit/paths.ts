import { n, type Point } from "./drawing";
import type { Random } from "./random";

export function polyline(points: readonly Point[]): string {
  return points.map(([x, y], index) => `${index === 0 ? "M" : "L"}${n(x)} ${n(y)}`).join("");
}

export function polygon(points: readonly Point[]): string {
  return `${polyline(points)}Z`;
}

/** A Catmull-Rom spline as cubic Béziers. */
export function curve(points: readonly Point[]): string {
  const at = (index: number): Point =>
    points[Math.min(points.length - 1, Math.max(0, index))] ?? [0, 0];
  let data = `M${n(at(0)[0])} ${n(at(0)[1])}`;
  for (let index = 0; index < points.length - 1; index += 1) {
    const [before, from, to, after] = [at(index - 1), at(index), at(index + 1), at(index + 2)];
    const c1 = `${n(from[0] + (to[0] - before[0]) / 6)} ${n(from[1] + (to[1] - before[1]) / 6)}`;
    const c2 = `${n(to[0] - (after[0] - from[0]) / 6)} ${n(to[1] - (after[1] - from[1]) / 6)}`;
    data += `C${c1} ${c2} ${n(to[0])} ${n(to[1])}`;
  }
  return data;
}

export function disc(x: number, y: number, r: number): string {
  return `M${n(x - r)} ${n(y)}a${n(r)} ${n(r)} 0 1 0 ${n(2 * r)} 0a${n(r)} ${n(r)} 0 1 0 ${n(-2 * r)} 0Z`;
}

export function box(x: number, y: number, width: number, height: number): string {
  return `M${n(x)} ${n(y)}h${n(width)}v${n(height)}h${n(-width)}Z`;
}

export function sparkle(x: number, y: number, r: number): string {
  const s = r * 0.13;
  const points: Point[] = [
    [x, y - r],
    [x + s, y - s],
    [x + r, y],
    [x + s, y + s],
    [x, y + r],
    [x - s, y + s],
    [x - r, y],
    [x - s, y - s],
  ];
  return polygon(points);
}

export function leaf(x: number, y: number, angle: number, length: number, width: number): string {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const to = (along: number, across: number): string =>
    `${n(x + cos * along - sin * across)} ${n(y + sin * along + cos * across)}`;
  const [tip, a, b] = [to(length, 0), length * 0.3, length * 0.75];
  return `M${n(x)} ${n(y)}C${to(a, -width * 0.75)} ${to(b, -width * 0.5)} ${tip}C${to(b, width * 0.5)} ${to(a, width * 0.75)} ${n(x)} ${n(y)}Z`;
}

/** `inner` is a share of `r`. */
export function star(
  x: number,
  y: number,
  r: number,
  points: number,
  inner: number,
  turn = -Math.PI / 2,
): string {
  const corners: Point[] = [];
  for (let index = 0; index < points * 2; index += 1) {
    const radius = index % 2 === 0 ? r : r * inner;
    const angle = turn + (index * Math.PI) / points;
    corners.push([x + Math.cos(angle) * radius, y + Math.sin(angle) * radius]);
  }
  return polygon(corners);
}

/** Midpoint displacement; `rough` from 0.4 (soft) to 0.6 (wild). */
export function ridge(
  random: Random,
  width: number,
  y: number,
  amplitude: number,
  rough: number,
): Point[] {
  const spans = Math.max(1, Math.round(width / 600));
  let heights: number[] = [];
  for (let index = 0; index <= spans * 2; index += 1) heights.push(random.range(-1, 1) * amplitude);
  let scale = amplitude;
  for (let level = 0; level < 5; level += 1) {
    scale *= rough;
    const next: number[] = [];
    heights.forEach((height, index) => {
      next.push(height);
      const right = heights[index + 1];
      if (right !== undefined) next.push((height + right) / 2 + random.range(-1, 1) * scale);
    });
    heights = next;
  }
  const step = (width + 40) / (heights.length - 1);
  return heights.map((height, index): Point => [-20 + index * step, y + height]);
}

export function hills(random: Random, width: number, y: number, amplitude: number): Point[] {
  const step = random.range(130, 230);
  const points: Point[] = [];
  let side = random.sign();
  for (let x = -step; x < width + step * 2; x += step * random.range(0.6, 1.4)) {
    points.push([x, y + side * amplitude * random.range(0.1, 1) ** 1.4]);
    side = side === 1 ? -1 : 1;
  }
  return points;
}

export function ground(line: string, points: readonly Point[], bottom: number): string {
  const [first, last] = [points[0], points.at(-1)];
  return first === undefined || last === undefined
    ? ""
    : `${line}L${n(last[0])} ${n(bottom)}L${n(first[0])} ${n(bottom)}Z`;
}
