import assert from "node:assert/strict";
import { mediaKind } from "~/media/video/media-type";
import { sniffImageType } from "~/media/images/transform/image-type";
import type { FuzzTarget } from "../target";

const urls = ["https://x.example/a", "https://x.example/a.m3u8"].map((text) => new URL(text));

export default {
  instrumented: ["/app/media/images/transform/image-type", "/app/media/video/media-type"],
  dictionary: [
    "\xff\xd8\xff",
    "\x89PNG\r\n\x1a\n",
    "RIFF",
    "WEBP",
    "GIF89a",
    "ftyp",
    "avif",
    "avis",
    "mif1",
    "ID3",
    "WEBVTT",
    "#EXTM3U",
    "G",
    "<svg",
  ],
  run(input) {
    const type = sniffImageType(input);
    const view = new Uint8Array(Buffer.concat([Buffer.from("pad"), input])).subarray(3);
    assert.equal(sniffImageType(view), type);
    for (const url of urls)
      for (const declared of [undefined, "image/png", "text/html", "application/octet-stream"]) {
        const kind = mediaKind(input.subarray(0, 512), input.length, declared, url);
        if (kind.kind === "media") assert.doesNotMatch(kind.type, /html|svg|script|xml/);
      }
  },
} satisfies FuzzTarget;
