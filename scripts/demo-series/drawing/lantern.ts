import { blend, FLAME, PAPER, WOOD } from "./palette";
import { clamp01, sway } from "./motion";
import { disc, line, num, place, shape, tag } from "./svg";

export function glow(x: number, y: number, radius: number, strength: number): string {
  return strength <= 0 ? "" : disc(x, y, radius, "url(#lamp)", clamp01(strength));
}

/** Hangs from 0,0, 26 units tall; `light` is 0–1. */
function paperLantern(light: number): string {
  const paper = blend("#3a3656", "#ffc565", light);
  const ribs = [8, 12.5, 17, 21.5].map((y) => {
    const half = 9.6 * Math.sqrt(1 - ((y - 14.7) / 12) ** 2);
    return `M${num(-half)} ${num(y)}Q0 ${num(y + 2)} ${num(half)} ${num(y)}`;
  });
  return [
    line("M0 0V4", WOOD, 1),
    shape("M-5 4.4C-12 8-12 21-5 25H5C12 21 12 8 5 4.4Z", paper),
    light > 0
      ? tag("ellipse", { cx: 0, cy: 16, rx: 6, ry: 8, fill: "#fff3cf", opacity: 0.85 * light })
      : "",
    line(ribs.join(""), blend("#221f3b", "#c9742c", light), 0.7),
    shape("M-5.4 2.8H5.4V5.4H-5.4ZM-5.4 24H5.4V26.6H-5.4Z", WOOD),
    line("M0 26.6V32M-1.4 32V34.5M1.4 32V34.5", blend("#4a2432", "#d2473a", light), 0.9),
  ].join("");
}

/** Relative to the foot of its post, at scale 1. */
export const POST_LANTERN = { x: 17, y: -72 };

/** Foot at 0,0, 100 units tall; `empty` draws only the hook. */
export function lanternPost(
  seconds: number,
  options: { light: number; phase?: number; empty?: boolean },
): string {
  const { light, phase = 0, empty = false } = options;
  const flicker = 1 + 0.05 * sway(seconds, 0.9, phase) + 0.03 * sway(seconds, 0.37, phase);
  const hanging = empty ? line("M0 0V3Q0 6 2.4 5.4", WOOD, 1) : paperLantern(light);
  return [
    shape("M-3 0L-2-96H2L3 0Z", WOOD),
    line("M0-94Q10-96 17-91M0-82Q9-84 13-91.5", WOOD, 2),
    shape("M-5-98Q0-104 5-98Z", WOOD),
    shape("M-8 0Q0-5 8 0Z", WOOD),
    empty ? "" : glow(POST_LANTERN.x, POST_LANTERN.y, 78 * flicker, light * 0.95),
    place({ x: 17, y: -90, turn: 3.5 * sway(seconds, 3.2, phase) }, hanging),
  ].join("");
}

export function skyLantern(seconds: number, phase: number, light = 1): string {
  const lean = 4 * sway(seconds, 4, phase);
  return [
    glow(0, -4, 46, 0.8 * light),
    place(
      { x: 0, y: 0, turn: lean },
      [
        shape("M-6 2C-11-8-11-19-7-24Q0-29 7-24C11-19 11-8 6 2Z", blend("#8a4a4a", FLAME, light)),
        shape("M-5 2C-8-4-8-10-5-14Q0-18 5-14C8-10 8-4 5 2Z", "#ffe9b0", 0.85 * light),
        line("M-6 2Q0 4.4 6 2", "#a34b22", 1),
      ].join(""),
    ),
  ].join("");
}

export function paperBoat(seconds: number, phase: number): string {
  return [
    glow(0, -9, 40, 0.85 + 0.08 * sway(seconds, 0.8, phase)),
    place(
      { x: 0, y: 1.2 * sway(seconds, 2.2, phase), turn: 3 * sway(seconds, 2.8, phase) },
      [
        shape("M-3.4-4L0-15L3.4-4Z", "#ffd98f"),
        shape("M-14-7L-8 1H8L14-7L4-4H-4Z", PAPER),
        shape("M-14-7L-8 1H0L-4-4Z", "#cfae8a"),
      ].join(""),
    ),
  ].join("");
}
