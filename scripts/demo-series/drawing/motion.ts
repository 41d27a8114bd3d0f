/** Limits a value to 0…1. */
export function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** The value `share` (0…1, not limited) of the way from `from` to `to`. */
export function mix(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** 0 before `start`, 1 after `end` (seconds), with a soft beginning and ending between them. */
export function ramp(seconds: number, start: number, end: number): number {
  const share = clamp01((seconds - start) / (end - start));
  return share * share * (3 - 2 * share);
}

/** A sine between -1 and 1 that repeats every `period` seconds; `phase` is in turns. */
export function sway(seconds: number, period: number, phase = 0): number {
  return Math.sin((seconds / period + phase) * Math.PI * 2);
}

/** A number in 0…1 that looks random but depends on nothing except the two whole numbers, so every render is the same. */
export function scatter(seed: number, index: number): number {
  let bits = Math.imul(seed + 0x9e3779b9, 0x85ebca6b) ^ Math.imul(index + 0x7f4a7c15, 0xc2b2ae35);
  bits = Math.imul(bits ^ (bits >>> 15), 0x2c1b3c6d);
  bits = Math.imul(bits ^ (bits >>> 12), 0x297a2d39);
  return ((bits ^ (bits >>> 15)) >>> 0) / 4294967296;
}
