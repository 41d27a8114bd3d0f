import { expect, it } from "vitest";
import { cachedImage, decodeEntry, encodeEntry } from "./entry-file";

const image = cachedImage(
  Buffer.from("the picture's bytes\nof two lines"),
  "image/webp",
  1_700_000_000_000,
);

it("reads back what it wrote", () => {
  const read = decodeEntry(encodeEntry(image));
  expect(read).toEqual({ ...image, body: Buffer.from(image.body) });
});

it("rejects a file truncated anywhere", () => {
  const file = encodeEntry(image);
  for (let length = 0; length < file.length; length += 1)
    expect(decodeEntry(file.subarray(0, length))).toBeNull();
});

it("rejects a file with any byte changed, or with bytes added", () => {
  const file = encodeEntry(image);
  const head = file.indexOf("\n");
  for (let at = head + 1; at < file.length; at += 1) {
    const harmed = Buffer.from(file);
    harmed[at] = (harmed[at] ?? 0) ^ 1;
    expect(decodeEntry(harmed)).toBeNull();
  }
  expect(decodeEntry(Buffer.concat([file, Buffer.from("x")]))).toBeNull();
});

it("rejects another program's file", () => {
  for (const text of ["", "\n", "{}\n", "null\n", "not json\nbody", `${"x".repeat(600)}\n`])
    expect(decodeEntry(Buffer.from(text))).toBeNull();
});
