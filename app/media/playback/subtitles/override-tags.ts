/** A numeric keypad's key: 7 to 9 are above, 4 to 6 in the middle, 1 to 3 below. */
export type Alignment = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9;

/** The settings of a WebVTT cue; a `line` that is a number is a percentage of the height. */
export interface CuePlace {
  line: number | "auto";
  lineAlign: "start" | "center" | "end";
  /** A percentage of the width. */
  position: number;
  align: "left" | "center" | "right";
}

/** A text without the override tags of ASS, and these. A brace without its end is text. */
export function splitTags(text: string): { plain: string; tags: string[] } {
  const tags: string[] = [];
  let plain = "";
  let offset = 0;
  for (;;) {
    const start = text.indexOf("{", offset);
    const end = start === -1 ? -1 : text.indexOf("}", start);
    if (end === -1) return { plain: plain + text.slice(offset), tags };
    plain += text.slice(offset, start);
    tags.push(text.slice(start, end));
    offset = end + 1;
  }
}

/** The same for texts of other formats, where only braces with a backslash are tags. */
export function splitForeignTags(text: string): { plain: string; tags: string[] } {
  const tags: string[] = [];
  const plain = text.replaceAll(/\{\s*\\[^{}]*\}/g, (tag) => {
    tags.push(tag);
    return "";
  });
  return { plain, tags };
}

/** The alignment that `\an` or the older `\a` sets, the first as in libass; null for none. */
export function alignmentOf(tags: readonly string[]): Alignment | null {
  for (const tag of tags) {
    const [, name, digits] = /\\(an?)\s*\(?\s*(\d{1,2})(?!\d)/.exec(tag) ?? [];
    const alignment = name === "an" ? keypad(Number(digits)) : fromLegacy(Number(digits));
    if (name !== undefined && alignment !== null) return alignment;
  }
  return null;
}

/** The key with this number; null where there is none. */
export function keypad(number: number): Alignment | null {
  return Number.isInteger(number) && number >= 1 && number <= 9 ? (number as Alignment) : null;
}

/** SSA counts 1 to 3 below, and adds 4 for above and 8 for the middle. */
export function fromLegacy(number: number): Alignment | null {
  const column = number % 4;
  if (column === 0 || number < 1 || number > 11) return null;
  return keypad(column + (number > 8 ? 3 : number > 4 ? 6 : 0));
}

const COLUMNS = [
  { position: 0, align: "left" },
  { position: 50, align: "center" },
  { position: 100, align: "right" },
] as const;

/** The place in the picture; `at`, in percent, is the point of `\pos`. */
export function placeOf(alignment: Alignment, at: { x: number; y: number } | null): CuePlace {
  const column = COLUMNS[(alignment - 1) % 3] ?? COLUMNS[1];
  const lineAlign = alignment > 6 ? "start" : alignment > 3 ? "center" : "end";
  const line = alignment > 6 ? 0 : alignment > 3 ? 50 : "auto";
  return at === null
    ? { ...column, line, lineAlign }
    : { ...column, line: at.y, lineAlign, position: at.x };
}

/** The settings of a WebVTT cue; none for the usual place, which players choose. */
export function cueSettings({ line, lineAlign, position, align }: CuePlace): string {
  const positionAlign = { left: "line-left", center: "center", right: "line-right" }[align];
  return [
    ...(line === "auto" ? [] : [`line:${line}%,${lineAlign}`]),
    ...(position === 50 && align === "center" ? [] : [`position:${position}%,${positionAlign}`]),
    ...(align === "center" ? [] : [`align:${align}`]),
  ].join(" ");
}
