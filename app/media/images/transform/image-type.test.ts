import { describe, expect, it } from "vitest";
import { sniffImageType } from "./image-type";

const bytes = (text: string): Uint8Array => Buffer.from(text, "latin1");

describe("imageType", () => {
  it.each([
    ["\xff\xd8\xff\xe0", "jpeg"],
    ["\x89PNG\r\n\x1a\n", "png"],
    ["RIFF\x10\0\0\0WEBPVP8 ", "webp"],
    ["GIF87a", "gif"],
    ["GIF89a", "gif"],
    ["\0\0\0\x1cftypavif\0\0\0\0mif1avif", "avif"],
    ["\0\0\0\x1cftypavis\0\0\0\0msf1avif", "avif"],
    ["\0\0\0\x20ftypmif1\0\0\0\0mif1miafavif\0\0", "avif"],
  ])("detects %j", (text, type) => {
    expect(sniffImageType(bytes(text))).toBe(type);
  });

  it.each([
    ["nothing", ""],
    ["half a PNG signature", "\x89PNG\r"],
    ["PNG after a line end", "\n\x89PNG\r\n\x1a\n"],
    ["sound in RIFF", "RIFF\x10\0\0\0WAVEfmt "],
    ["an unknown GIF", "GIF90a"],
    ["SVG", "<svg xmlns='http://www.w3.org/2000/svg'/>"],
    ["XML", "<?xml version='1.0'?><svg/>"],
    ["TIFF", "II*\0\x08\0\0\0"],
    ["BMP", "BM\x36\0\0\0\0\0"],
    ["PDF", "%PDF-1.7"],
    ["HEIC", "\0\0\0\x18ftypheic\0\0\0\0mif1heic"],
    ["MP4", "\0\0\0\x18ftypisom\0\0\0\0isommp41"],
    ["JPEG XL", "\xff\x0a\xfa\x1f"],
    ["a brand outside the file type box", "\0\0\0\x10ftypisom\0\0\0\0avif"],
    ["a brand that is only the version", "\0\0\0\x10ftypisomavif"],
  ])("does not detect %s as an image", (_, text) => {
    expect(sniffImageType(bytes(text))).toBeNull();
  });

  it("reads bytes inside a larger buffer", () => {
    const whole = bytes("....\0\0\0\x1cftypavif\0\0\0\0mif1avif");
    expect(sniffImageType(whole.subarray(4))).toBe("avif");
  });
});
