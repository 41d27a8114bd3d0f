import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createBase64Decoder } from "./base64-decoder";

function decode(...pieces: string[]): string | null {
  const decoder = createBase64Decoder();
  for (const piece of pieces) decoder.push(piece);
  const { bytes } = decoder.finish();
  return bytes === null ? null : Buffer.from(bytes).toString("latin1");
}

describe("the base64 decoder", () => {
  it.each([
    ["aGVsbG8=", "hello"],
    ["aGVsbG8", "hello"],
    ["aGVs\r\n bG8=\n", "hello"],
    ["data:image/png;base64,aGVsbG8=", "hello"],
    ["DATA:;base64,aGVsbG8=", "hello"],
    ["-_8=", "\xfb\xff"],
  ])("decodes %j", (text, expected) => {
    expect(decode(text)).toBe(expected);
    expect(decode(...text)).toBe(expected);
  });

  it.each([
    "",
    "  ",
    "=",
    "aGVs=bG8",
    "aGVs===",
    "é",
    "https://example.org/",
    "data:,hello",
    "a b!",
  ])("finds none in %j", (text) => {
    expect(decode(text)).toBeNull();
    expect(decode(...text)).toBeNull();
  });

  it("decodes what Node encodes, however it is cut", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 1, maxLength: 1_000 }),
        fc.integer({ min: 1, max: 50 }),
        (bytes, size) => {
          const text = Buffer.from(bytes).toString("base64");
          const pieces = text.match(new RegExp(`.{1,${size}}`, "g")) ?? [];
          expect(decode(...pieces)).toBe(Buffer.from(bytes).toString("latin1"));
        },
      ),
    );
  });
});
