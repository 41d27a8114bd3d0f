import { expect, it } from "vitest";
import { FileBytes } from "./file-bytes.server";
import { FileSource } from "./file-source.server";

const SIZE = 4_096;

/** A file whose bytes count up, read by windows of 256 bytes, and where it was read. */
function openSource(maxReadBytes = SIZE) {
  const reads: number[] = [];
  const read = (buffer: Buffer, at: number, length: number, position: number) => {
    reads.push(position);
    for (let index = 0; index < length; index += 1) buffer[at + index] = (position + index) % 251;
    return Promise.resolve({ bytesRead: length, buffer });
  };
  const bytes = new FileBytes({ read: read as never }, SIZE, { windowBytes: 256 });
  return { source: new FileSource(bytes, { maxReadBytes }), reads };
}

const isMissing = (answer: unknown) => answer instanceof Promise;

it("has the bytes asked for, of any length and in any order", async () => {
  const { source } = openSource();
  for (const [start, length] of [
    [0, 4],
    [100, 188],
    [3_000, 1_000],
    [2_900, 188],
    [SIZE - 1, 1],
    [10, 2_000],
  ] as const) {
    const { bytes, view, offset } = await source._read(start, start + length);
    const found = [...bytes.subarray(start - offset, start - offset + length)];
    expect(found).toEqual(Array.from({ length }, (_, index) => (start + index) % 251));
    expect(view.getUint8(start - offset)).toBe(start % 251);
  }
});

it("answers at once from memory", async () => {
  const { source } = openSource();
  await source._read(512, 516);
  expect(isMissing(source._read(700, 704))).toBe(false);
  expect(isMissing(source._read(767, 769))).toBe(true);
});

it("reads few windows on the way back", async () => {
  const { source, reads } = openSource();
  for (let start = SIZE - 4; start >= 2_048; start -= 4) await source._read(start, start + 4);
  expect(reads.length).toBeLessThanOrEqual(2_048 / 128 + 1);
});

it("refuses to read too much at once", async () => {
  const { source } = openSource(1_000);
  await expect(source._read(0, 1_001)).rejects.toMatchObject({ texts: ["media.headTooLarge"] });
});
