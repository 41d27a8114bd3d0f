import {
  alignmentOf,
  placeOf,
  splitForeignTags,
  type CuePlace,
} from "~/media/playback/subtitles/override-tags";

/** The place of a cue in the area of subtitles. */
export interface Placement {
  align: VTTCue["align"];
  /** The place between the sides, from 0 to 1, and what part of the box is there. */
  x: number;
  anchorX: number;
  /** The place from the top, from 0 to 1, and what part of the box is there; or a row. */
  y: { part: number; anchor: number } | { row: number };
  /** The greatest width, from 0 to 1. */
  size: number;
}

/** Rectangles in pixels of the area. */
interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The settings of a cue. Some browsers have no alignment of its line and position. */
type Settings = Pick<VTTCue, "align" | "size" | "vertical" | "snapToLines"> & {
  line: VTTCue["line"];
  position: VTTCue["position"];
  lineAlign?: VTTCue["lineAlign"] | undefined;
  positionAlign?: VTTCue["positionAlign"] | undefined;
};

/** The cue's text without override tags, and where it is by these or by its settings. */
export function readCue(cue: Settings & Pick<VTTCue, "text">): {
  text: string;
  placement: Placement;
} {
  const { plain, tags } = splitForeignTags(cue.text);
  const alignment = alignmentOf(tags);
  return {
    text: plain.trim(),
    placement: placementOf(alignment === null ? cue : toSettings(placeOf(alignment, null))),
  };
}

function toSettings({ line, lineAlign, position, align }: CuePlace): Settings {
  const isAuto = line === "auto";
  return { line, lineAlign, position, align, size: 100, vertical: "", snapToLines: isAuto };
}

/** The part of a box that its line or position means. */
const ANCHORS: Readonly<Record<string, number>> = {
  ...{ start: 0, left: 0, "line-left": 0 },
  center: 0.5,
  ...{ end: 1, right: 1, "line-right": 1 },
};

/** WebVTT section 7.2. Text is never vertical here, and stands below where it would be. */
function placementOf(cue: Settings): Placement {
  const { align, line, position, snapToLines, vertical } = cue;
  const side = ANCHORS[align] ?? 0.5;
  const size = Math.min(100, Math.max(0, cue.size)) / 100;
  if (vertical !== "") return { align: "center", x: 0.5, anchorX: 0.5, y: { row: -1 }, size: 1 };
  // Chromium drops the alignment of a line, so that the same part of box and area coincide there.
  const anchor = ANCHORS[cue.lineAlign ?? ""] ?? Number(line) / 100;
  return {
    align,
    x: typeof position === "number" ? position / 100 : side,
    anchorX: ANCHORS[cue.positionAlign ?? ""] ?? side,
    y:
      typeof line !== "number"
        ? { row: -1 }
        : snapToLines
          ? { row: line }
          : { part: line / 100, anchor },
    size,
  };
}

/**
 * Returns the top left corners of boxes within an area. One that would cover an earlier one moves
 * towards the middle of the area, or else away from it, where there is room.
 */
export function placeBoxes(
  boxes: readonly { width: number; height: number; placement: Placement }[],
  area: { width: number; height: number; row: number },
): { left: number; top: number }[] {
  const taken: Box[] = [];
  const place = ({ width, height, placement }: (typeof boxes)[number]) => {
    const { x, anchorX, y } = placement;
    const left = clamp(x * area.width - anchorX * width, area.width - width);
    const wanted =
      "row" in y
        ? y.row * area.row + (y.row < 0 ? area.height : 0)
        : y.part * area.height - y.anchor * height;
    const start = clamp(wanted, area.height - height);
    /** The next free place below or above, or null where there is no room. */
    const findFree = (isDown: boolean): number | null => {
      for (let top = start; top >= 0 && top + height <= area.height;) {
        const covered = taken.find((other) => overlaps({ left, top, width, height }, other));
        if (covered === undefined) return top;
        top = isDown ? covered.top + covered.height : covered.top - height;
      }
      return null;
    };
    const isUpper = start + height / 2 < area.height / 2;
    const top = findFree(isUpper) ?? findFree(!isUpper) ?? start;
    const box = { left, top, width, height };
    taken.push(box);
    return box;
  };
  // The last line is the lowest of those below, and the first the highest of those above.
  const order = boxes.map((_box, index) => index);
  const isBelow = (index: number) => {
    const y = boxes[index]?.placement.y;
    return y !== undefined && ("row" in y ? y.row < 0 : y.part > 0.5);
  };
  const placed = new Map<number, Box>();
  for (const index of [...order.filter(isBelow).reverse(), ...order.filter((at) => !isBelow(at))]) {
    const box = boxes[index];
    if (box !== undefined) placed.set(index, place(box));
  }
  return order.map((index) => placed.get(index) ?? { left: 0, top: 0 });
}

function clamp(value: number, max: number): number {
  return Math.max(0, Math.min(value, max));
}

function overlaps(one: Box, other: Box): boolean {
  return (
    one.left < other.left + other.width &&
    other.left < one.left + one.width &&
    one.top < other.top + other.height &&
    other.top < one.top + one.height
  );
}
