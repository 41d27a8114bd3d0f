import { INK, SCARF, WOOD } from "./palette";
import { clamp01, mix, sway } from "./motion";
import { glow } from "./lantern";
import { disc, line, num, place, shape, tag } from "./svg";

/** `stride` 0 (still) to 1 (walking), `raise` 0 (staff at rest) to 1 (lifted), `ember` 0–1. */
export type Pose = { stride: number; raise?: number; ember?: number; wind?: number };

const STEP_SECONDS = 1;

/** Relative to Nao's feet at scale 1. */
export function staffTip(raise: number): { x: number; y: number } {
  return { x: mix(23, 27, raise), y: mix(-66, -84, raise) };
}

/** `swing` is -1 to 1, the forward half lifts the foot. */
function leg(seconds: number, phase: number, stride: number, colour: string): string {
  const swing = sway(seconds, STEP_SECONDS, phase) * stride;
  const lift = Math.max(0, sway(seconds, STEP_SECONDS, phase + 0.25)) * 4 * stride;
  const foot = { x: 8 * swing, y: -1.6 - lift };
  return line(
    `M0-19Q${num(4 * swing + 1.5)}-10 ${num(foot.x)} ${num(foot.y)}H${num(foot.x + 4)}`,
    colour,
    4.4,
  );
}

/** Draws her from the side, facing right. Feet at 0,0; 62 units tall. */
export function nao(seconds: number, { stride, raise = 0, ember = 1, wind = 1 }: Pose): string {
  const bob = -1.3 * Math.abs(sway(seconds, STEP_SECONDS * 2, 0.25)) * stride;
  const hem = 2.2 * sway(seconds, STEP_SECONDS, 0.1) * (0.35 + 0.65 * stride) * wind;
  const tail = (period: number, size: number) => size * sway(seconds, period) * wind;
  const tip = staffTip(raise);
  const hand = { x: mix(14, 16, raise), y: mix(-34, -46, raise) };
  const blink = seconds % 3.7 < 0.12;
  const scarf = `M-2-41C-12-${num(42 + tail(1.3, 2))} -19-${num(38 + tail(1.1, 4))} -31-${num(41 + tail(0.9, 6))}L-30-${num(35 + tail(0.9, 6))}C-20-${num(32 + tail(1.1, 4))} -12-35 -2-36Z`;
  const body = [
    shape(scarf, "#a93430"),
    line(
      `M${num(hand.x - 5.4)} ${num(mix(-4, -18, raise))}L${num(tip.x - 4)} ${num(tip.y)}Q${num(tip.x)} ${num(tip.y - 5)} ${num(tip.x + 1)} ${num(tip.y)}`,
      "#5a3a2a",
      1.8,
    ),
    shape(
      `M-3-43C-11-34-15-22-${num(17 + hem)}-11Q-8-${num(7 - hem)} 0-10T14-${num(10 + hem)}C13-24 9-36 5-43Z`,
      "#3d529e",
    ),
    shape(`M5-43C9-36 13-24 14-${num(10 + hem)}L9-9.4C9-24 6-34 2-42Z`, "#7679bb"),
    line(`M14-${num(10 + hem)}C13-24 9-36 5-43`, "#ffc77d", 1.1, 0.75 * clamp01(ember)),
    line(`M4-36Q9-31 ${num(hand.x)} ${num(hand.y)}`, "#4b61ad", 5),
    disc(hand.x, hand.y, 2.3, "#f3c9a0"),
    shape(
      `M8-61C-3-65-13-57-12-46C-13-44-17-42-21-${num(43 + tail(1.7, 1.5))}C-16-38-9-38-3-39Q6-39 10-43Z`,
      "#3d529e",
    ),
    shape("M8-61C2-58 1-46 6-40Q14-42 14.6-50Q14-59 8-61Z", "#f6cfa6"),
    shape("M8-61C3-59 2-52 3.4-47Q5-54 9.4-56Q12-55 13.6-53Q13-59 8-61Z", "#402a36"),
    blink
      ? line("M9.6-49.4H12", INK, 0.9)
      : tag("ellipse", { cx: 10.8, cy: -49.6, rx: 1.1, ry: 1.8, fill: INK }),
    disc(8.6, -45.6, 1.7, "#e8836a", 0.55),
    line("M11.4-44.6Q12.4-44 13.2-44.6", "#a2574a", 0.7),
    shape("M-5-42Q3-36 11-41L10.4-37Q2-32-5-37Z", SCARF),
  ];
  return [
    tag("ellipse", { cx: 0, cy: 0, rx: 17, ry: 2.6, fill: INK, opacity: 0.45 }),
    leg(seconds, 0.5, stride, "#141a3c"),
    leg(seconds, 0, stride, "#1d2550"),
    place({ x: 0, y: bob }, body.join("") + emberLantern(seconds, tip, ember)),
  ].join("");
}

function emberLantern(seconds: number, tip: { x: number; y: number }, ember: number): string {
  const flicker = 1 + 0.06 * sway(seconds, 0.7) + 0.04 * sway(seconds, 0.31);
  return place(
    { x: tip.x + 1, y: tip.y, turn: 8 * sway(seconds, 1.6) },
    [
      glow(0, 9, 62 * flicker, ember * 0.9),
      line("M0 0V4", WOOD, 0.8),
      shape("M-4 4H4L5.4 13H-5.4Z", ember > 0 ? "#ffca6e" : "#4a4560"),
      disc(0, 9.4, 2.6 * flicker, "#fff5d6", ember),
      line("M-4 4L-5.4 13H5.4L4 4ZM0 4V13", "#6b4126", 0.9),
      shape("M-4.6 4Q0-1 4.6 4Z", "#6b4126"),
    ].join(""),
  );
}

export function moth(seconds: number, phase: number): string {
  const beat = 0.35 + 0.65 * Math.abs(sway(seconds, 0.5, phase));
  const wing = (side: 1 | -1) =>
    shape(
      `M0 0C${num(side * 3 * beat)}-7 ${num(side * 9 * beat)}-8 ${num(side * 8 * beat)}-2C${num(side * 7 * beat)} 1 ${num(side * 3 * beat)} 2 0 0Z`,
      "#fff0c4",
      0.95,
    );
  return glow(0, -2, 20, 0.8) + wing(1) + wing(-1) + line("M0-3V2", "#b9813f", 1.2);
}
