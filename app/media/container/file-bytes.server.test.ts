import { expect, it } from "vitest";
import { FileBytes, LARGE_WINDOW_BYTES } from "./file-bytes.server";

/** A file whose bytes all have the same value; each read of it waits for `delay`. */
function fileOf(value: number, delay: Promise<void> = Promise.resolve()): FileBytes {
  const read = async (buffer: Buffer, at: number, length: number) => {
    await delay;
    buffer.fill(value, at, at + length);
    return { bytesRead: length, buffer };
  };
  const budget = { windowBytes: LARGE_WINDOW_BYTES };
  return new FileBytes({ read: read as never }, 4 * LARGE_WINDOW_BYTES, budget);
}

it("reads into a window again once nothing refers to it", async () => {
  const first = fileOf(1);
  const before = await first.read(0, 10);
  const current = await first.read(2 * LARGE_WINDOW_BYTES, 10);
  const other = await fileOf(2).read(0, 10);
  expect(other.buffer).not.toBe(before.buffer);
  first.recycle("before");
  const second = fileOf(3);
  const again = await second.read(0, 10);
  expect(again.buffer).toBe(before.buffer);
  expect([...current]).toEqual(Array(10).fill(1));
  first.recycle("all");
  expect([...(await first.read(2 * LARGE_WINDOW_BYTES, 10))]).toEqual(Array(10).fill(1));
  expect([...again]).toEqual(Array(10).fill(3));
});

it("keeps a window that is still being read into", async () => {
  let goOn = () => {};
  const file = fileOf(1, new Promise<void>((resolve) => (goOn = resolve)));
  const reading = file.read(0, 10);
  file.recycle("all");
  const others = await Promise.all([2, 3].map((value) => fileOf(value).read(0, 10)));
  goOn();
  const { buffer } = await reading;
  for (const [index, other] of others.entries()) {
    expect(other.buffer).not.toBe(buffer);
    expect([...other]).toEqual(Array(10).fill(index + 2));
  }
});
