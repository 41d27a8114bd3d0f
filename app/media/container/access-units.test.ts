import { describe, expect, it } from "vitest";
import { splitAccessUnits, startsDecoding, type VideoCoding } from "./access-units";

const unit = (...bytes: number[]) => Buffer.from([0, 0, 1, ...bytes]);
/** The first unit of a frame has one more zero. */
const first = (...bytes: number[]) => Buffer.concat([Buffer.from([0]), unit(...bytes)]);

const DELIMITER = first(0x09, 0xf0);
const PARAMETERS = unit(0x67, 0x64, 0x00);
/** `place` is the code of the slice's first macroblock: one bit for 0, 010 for 1. */
const slice = (type: number, place = 0x80) => unit(type, place, 0x11, 0x22, 0x33, 0x44, 0x55);
const IDR = slice(0x65);
const OTHER = slice(0x41);
const SECOND_SLICE = slice(0x41, 0x40);
const recoveryPoint = (content: number) => unit(0x06, 5, 1, 0xaa, 6, 1, content, 0x80);

function split(coding: VideoCoding, ...units: Buffer[]) {
  const bytes = Buffer.concat(units);
  return splitAccessUnits(coding, bytes).map(({ start, end, isKey }) => ({
    bytes: bytes.subarray(start, end).toString("hex"),
    isKey,
  }));
}

const frame = (isKey: boolean, ...units: Buffer[]) => ({
  bytes: Buffer.concat(units).toString("hex"),
  isKey,
});

describe("frames of H.264", () => {
  it("begin at a delimiter, or at parameters", () => {
    expect(split("avc", DELIMITER, PARAMETERS, IDR, DELIMITER, OTHER, PARAMETERS, IDR)).toEqual([
      frame(true, DELIMITER, PARAMETERS, IDR),
      frame(false, DELIMITER, OTHER),
      frame(true, PARAMETERS, IDR),
    ]);
  });

  it("begin at a first slice, where there is no delimiter", () => {
    expect(split("avc", IDR, OTHER, SECOND_SLICE, OTHER)).toEqual([
      frame(true, IDR),
      frame(false, OTHER, SECOND_SLICE),
      frame(false, OTHER),
    ]);
  });

  it("leave out what is before the first start code", () => {
    expect(split("avc", Buffer.from([7, 7, 7]), DELIMITER, IDR)).toEqual([
      frame(true, DELIMITER, IDR),
    ]);
    expect(split("avc", Buffer.alloc(100, 7))).toEqual([]);
  });

  it("can start decoding at an exact recovery point", () => {
    expect(split("avc", recoveryPoint(0xc0), OTHER, DELIMITER, OTHER)).toEqual([
      frame(true, recoveryPoint(0xc0), OTHER),
      frame(false, DELIMITER, OTHER),
    ]);
    // Some frames later, or not exactly.
    for (const content of [0x50, 0x80])
      expect(split("avc", recoveryPoint(content), OTHER)[0]?.isKey).toBe(false);
  });

  it("tell by their first bytes whether decoding can start", () => {
    expect(startsDecoding("avc", Buffer.concat([DELIMITER, PARAMETERS]))).toBeNull();
    expect(startsDecoding("avc", Buffer.concat([DELIMITER, IDR]))).toBe(true);
    expect(startsDecoding("avc", Buffer.concat([DELIMITER, OTHER]))).toBe(false);
  });
});

describe("frames of HEVC", () => {
  const hevc = (type: number, isFirst: boolean, layer = 0) =>
    unit(type << 1, (layer << 3) | 1, isFirst ? 0x80 : 0x00, 0x11);
  const PREFIX = hevc(39, true);
  const [CRA, TRAIL, MORE] = [hevc(21, true), hevc(1, true), hevc(1, false)];

  it("begin at a first slice, or at what comes before it", () => {
    expect(split("hevc", PREFIX, CRA, TRAIL, MORE, MORE, PREFIX, TRAIL)).toEqual([
      frame(true, PREFIX, CRA),
      frame(false, TRAIL, MORE, MORE),
      frame(false, PREFIX, TRAIL),
    ]);
  });

  it("contain units of other layers", () => {
    const other = hevc(1, true, 1);
    expect(split("hevc", CRA, other, TRAIL)).toEqual([
      frame(true, CRA, other),
      frame(false, TRAIL),
    ]);
  });
});
