import { lettering } from "./letters";
import { PAPER, INK } from "./palette";
import { disc, line, tag } from "./svg";

/** Seconds 0–63 in binary, the highest bit on the left. */
export const BEAD_COUNT = 6;

/** In the 640×360 frame, index 0 on the left. */
export function beadCentre(index: number): { x: number; y: number } {
  return { x: 520 + index * 12, y: 22 };
}

function beadIsLit(index: number, second: number): boolean {
  return ((second >> (BEAD_COUNT - 1 - index)) & 1) === 1;
}

/** As "0:07" and as beads, from which tests read the frame's second. */
export function clock(second: number): string {
  const beads = Array.from({ length: BEAD_COUNT }, (_, index) => {
    const { x, y } = beadCentre(index);
    return beadIsLit(index, second) ? disc(x, y, 4.2, "#ffd58a") : disc(x, y, 3.4, "#232a52");
  });
  const time = `${Math.floor(second / 60)}:${String(second % 60).padStart(2, "0")}`;
  return [
    tag("rect", { x: 506, y: 10, width: 124, height: 24, rx: 12, fill: INK, opacity: 0.55 }),
    line(`M513 22H${beadCentre(BEAD_COUNT - 1).x + 6}`, "#3a4274", 0.8),
    ...beads,
    lettering(time, {
      x: 622,
      y: 17.5,
      height: 9,
      spacing: 2.2,
      weight: 1.3,
      colour: PAPER,
      align: "end",
    }),
  ].join("");
}
