import { expect, it } from "vitest";
import { findAudioFrames, type AudioCoding } from "./audio-frames";

/** A frame of AAC whose content looks like heads. */
function adts(length: number, fill = 0xff): Buffer {
  const frame = Buffer.alloc(length, fill);
  frame.set([
    0xff,
    0xf1,
    0x4c,
    0x80 | (length >> 11),
    (length >> 3) & 0xff,
    (length & 7) << 5,
    0xfc,
  ]);
  return frame;
}

function ac3(rate: number, code: number, length: number): Buffer {
  const frame = Buffer.alloc(length, 0x55);
  frame.set([0x0b, 0x77, 0, 0, (rate << 6) | code]);
  return frame;
}

const found = (coding: AudioCoding, ...parts: Buffer[]) =>
  [...findAudioFrames(coding, Buffer.concat(parts))].map(({ start, end }) => [start, end]);

it("finds frames that follow each other, but not one that is cut off", () => {
  expect(found("aac", adts(200), adts(300), adts(250).subarray(0, 100))).toEqual([
    [0, 200],
    [200, 500],
  ]);
  expect(found("aac", Buffer.alloc(0))).toEqual([]);
});

it("starts at the first frame, although the end of another looks like one", () => {
  const tail = adts(40).subarray(0, 30);
  expect(found("aac", tail, adts(200), adts(100))).toEqual([
    [30, 230],
    [230, 330],
  ]);
});

it("leaves out damaged bytes between frames", () => {
  const damaged = Buffer.alloc(77);
  expect(found("aac", adts(200), adts(150), damaged, adts(100, 0), adts(90, 0))).toEqual([
    [0, 200],
    [200, 350],
    [427, 527],
    [527, 617],
  ]);
});

it.each([
  ["48 kHz", 0, 18, 640],
  ["44.1 kHz", 1, 18, 696],
  ["44.1 kHz with one word more", 1, 19, 698],
  ["32 kHz", 2, 18, 960],
])("knows the length of AC-3 at %s", (_name, rate, code, length) => {
  expect(found("ac3", ac3(rate, code, length), ac3(rate, code, length))).toEqual([
    [0, length],
    [length, 2 * length],
  ]);
});

it("finds no frame of a reserved rate or size", () => {
  expect(found("ac3", ac3(3, 18, 640), ac3(0, 38, 640))).toEqual([]);
});
