import { expect, it } from "vitest";
import { slicesFor } from "./embedded-fonts.server";

const BUILT = [
  "@font-face{font-family:System Thai;src:local(Loma);unicode-range:U+E00-E7F}",
  '@font-face{font-family:Fallback Thai;src:url(/assets/thai.woff2)format("woff2");unicode-range:U+E00-E3F,U+E5?}',
  '@font-face{font-family:Fallback Korean;src:url(/assets/korean.woff2)format("woff2");unicode-range:U+AC00}',
].join("");
const THAI = { url: "/assets/thai.woff2", range: "U+E00-E3F,U+E5?" };
const KOREAN = { url: "/assets/korean.woff2", range: "U+AC00" };

it.each([
  ["Faye 2026", []],
  ["Faye \u{e3f}\u{e00}", [THAI]],
  ["\u{e40}\u{e4f}\u{e60}", []],
  ["\u{e50}", [THAI]],
  ["\u{e5f} \u{ac00}", [THAI, KOREAN]],
])(
  "of %j a drawing needs the slices that have one of its characters, once each",
  (text, slices) => {
    expect(slicesFor(BUILT, text)).toEqual(slices);
  },
);
