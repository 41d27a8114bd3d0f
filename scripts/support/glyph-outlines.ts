import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { inflateSync } from "node:zlib";

/** Units of an outline per em, whatever its font has. */
export const EM = 1_000;
/** The share of the em above the baseline, as in most fonts for Chinese characters. */
const ASCENT = 0.88;

const require = createRequire(import.meta.url);

/** Returns the outline of a character as the data of an SVG path in a square of one em. */
export function glyphOutline(font: string, character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const tables = readTables(readSlice(font, code));
  const glyph = findGlyph(table(tables, "cmap"), code);
  const head = table(tables, "head");
  const scale = EM / head.readUInt16BE(18);
  const place = (index: number) => {
    const loca = table(tables, "loca");
    return head.readInt16BE(50) === 0
      ? loca.readUInt16BE(index * 2) * 2
      : loca.readUInt32BE(index * 4);
  };
  const data = table(tables, "glyf").subarray(place(glyph), place(glyph + 1));
  return readContours(data)
    .map((contour) =>
      contourPath(
        contour.map(({ x, y, isOn }) => ({
          x: Math.round(x * scale),
          y: Math.round(EM * ASCENT - y * scale),
          isOn,
        })),
      ),
    )
    .join("");
}

function readSlice(font: string, code: number): Buffer {
  const slices = JSON.parse(
    readFileSync(require.resolve(`@fontsource/${font}/unicode.json`), "utf8"),
  ) as Record<string, string>;
  const name = Object.keys(slices).find((key) =>
    (slices[key] ?? "").split(",").some((range) => {
      const [first = NaN, last = first] = range
        .trim()
        .replace(/^U\+/i, "")
        .split("-")
        .map((text) => Number.parseInt(text, 16));
      return code >= first && code <= last;
    }),
  );
  if (name === undefined) throw new Error(`${font} has no ${String.fromCodePoint(code)}`);
  const slice = name.replace(/[[\]]/g, "");
  return readFileSync(
    require.resolve(`@fontsource/${font}/files/${font}-${slice}-400-normal.woff`),
  );
}

/** The tables of a WOFF file, by tag. */
function readTables(file: Buffer): Map<string, Buffer> {
  const tables = new Map<string, Buffer>();
  for (let index = 0; index < file.readUInt16BE(12); index += 1) {
    const at = 44 + index * 20;
    const [offset, stored, length] = [4, 8, 12].map((skip) => file.readUInt32BE(at + skip)) as [
      number,
      number,
      number,
    ];
    const bytes = file.subarray(offset, offset + stored);
    tables.set(file.toString("latin1", at, at + 4), stored < length ? inflateSync(bytes) : bytes);
  }
  return tables;
}

function table(tables: ReadonlyMap<string, Buffer>, tag: string): Buffer {
  const found = tables.get(tag);
  if (found === undefined) throw new Error(`the font has no table ${tag}`);
  return found;
}

/** Searches the segments of format 4, which each font has for the basic plane. */
function findGlyph(cmap: Buffer, code: number): number {
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const at = cmap.readUInt32BE(4 + index * 8 + 4);
    if (cmap.readUInt16BE(at) !== 4) continue;
    const size = cmap.readUInt16BE(at + 6);
    for (let segment = 0; segment < size; segment += 2) {
      if (cmap.readUInt16BE(at + 14 + segment) < code) continue;
      const first = cmap.readUInt16BE(at + 16 + size + segment);
      if (first > code) break;
      const delta = cmap.readUInt16BE(at + 16 + size * 2 + segment);
      const offsetAt = at + 16 + size * 3 + segment;
      const offset = cmap.readUInt16BE(offsetAt);
      if (offset === 0) return (code + delta) & 0xffff;
      return (cmap.readUInt16BE(offsetAt + offset + (code - first) * 2) + delta) & 0xffff;
    }
  }
  throw new Error(`the font has no ${String.fromCodePoint(code)}`);
}

interface Place {
  x: number;
  y: number;
  /** Whether it lies on the outline; otherwise it bends the outline towards it. */
  isOn: boolean;
}

const ON = 1;
const REPEATED = 8;
/** Flags of a coordinate: that it has one byte, and that it is positive, or else unchanged. */
const AXES = { x: [2, 16], y: [4, 32] } as const;

function readContours(glyph: Buffer): Place[][] {
  const count = glyph.readInt16BE(0);
  if (count < 0) throw new Error("a glyph made of others is not supported");
  const ends = Array.from({ length: count }, (_, index) => glyph.readUInt16BE(10 + index * 2));
  const length = (ends.at(-1) ?? -1) + 1;
  let at = 10 + count * 2;
  at += 2 + glyph.readUInt16BE(at);
  const flags: number[] = [];
  while (flags.length < length) {
    const flag = glyph.readUInt8(at++);
    const times = (flag & REPEATED) === 0 ? 1 : 1 + glyph.readUInt8(at++);
    for (let time = 0; time < times; time += 1) flags.push(flag);
  }
  const read = ([short, same]: readonly [number, number]) => {
    let value = 0;
    return flags.map((flag) => {
      if ((flag & short) !== 0)
        value += (flag & same) === 0 ? -glyph.readUInt8(at++) : glyph.readUInt8(at++);
      else if ((flag & same) === 0) {
        value += glyph.readInt16BE(at);
        at += 2;
      }
      return value;
    });
  };
  const [xs, ys] = [read(AXES.x), read(AXES.y)];
  return ends.map((end, index) => {
    const start = index === 0 ? 0 : (ends[index - 1] ?? 0) + 1;
    return Array.from({ length: end - start + 1 }, (_, offset) => ({
      x: xs[start + offset] ?? 0,
      y: ys[start + offset] ?? 0,
      isOn: ((flags[start + offset] ?? 0) & ON) !== 0,
    }));
  });
}

/** Between two points that bend, the outline passes through their middle. */
function contourPath(contour: readonly Place[]): string {
  const places = contour.flatMap((place, index) => {
    const next = contour[(index + 1) % contour.length] ?? place;
    return place.isOn || next.isOn ? [place] : [place, middle(place, next)];
  });
  const first = places.findIndex(({ isOn }) => isOn);
  const turned = [...places.slice(first), ...places.slice(0, first + 1)];
  let path = "";
  for (let index = 0; index < turned.length; index += 1) {
    const place = turned[index];
    if (place === undefined) break;
    if (place.isOn) {
      path +=
        index === 0 ? `M${pair(place)}` : index === turned.length - 1 ? "" : `L${pair(place)}`;
      continue;
    }
    const end = turned[index + 1] ?? place;
    path += `Q${pair(place)} ${pair(end)}`;
    index += 1;
  }
  return `${path}Z`;
}

const middle = (one: Place, other: Place): Place => ({
  x: Math.round((one.x + other.x) / 2),
  y: Math.round((one.y + other.y) / 2),
  isOn: true,
});

const pair = ({ x, y }: Place) => `${String(x)} ${String(y)}`;
