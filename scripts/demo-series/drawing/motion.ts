export function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value));
}

export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** A smooth step from 0 at `start` to 1 at `end` (seconds). */
export function ramp(seconds: number, start: number, end: number): number {
  const share = clamp01((seconds - start) / (end - start));
  return share * share * (3 - 2 * share);
}

/** A sine of `period` seconds; `phase` is in turns. */
export function sway(seconds: number, period: number, phase = 0): number {
  return Math.sin((seconds / period + phase) * Math.PI * 2);
}

export function scatter(seed: number, index: number): number {
  let bits = Math.imul(seed + 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 0x7f4a7c15, 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return ((bits ^ (bits >>> 15)) >>> 0) / 4294967296;
}
