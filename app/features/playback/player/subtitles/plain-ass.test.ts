import { describe, expect, it } from "vitest";
import { assToWebVtt } from "./plain-ass";

const HEAD = `[Script Info]
ScriptType: v4.00+

[V4+ Styles]
Format: Name, Fontname
Style: Default,Arial

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
`;
const line = (times: string, text: string) => `Dialogue: 0,${times},Default,,0,0,0,,${text}\n`;

describe("an ASS script as WebVTT", () => {
  it("has the text without tags, in the order of time", () => {
    const script =
      HEAD +
      line("0:00:05.50,0:00:07.00", "{\\i1}Later, {\\b1}with commas{\\b0}\\Nand a second line") +
      line("0:00:01.00,0:00:02.25", "First < & >") +
      "Comment: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,Not shown\n";
    expect(assToWebVtt(script)).toBe(
      "WEBVTT\n\n00:00:01.000 --> 00:00:02.250\nFirst &lt; &amp; &gt;\n\n" +
        "00:00:05.500 --> 00:00:07.000\nLater, with commas\nand a second line\n",
    );
  });

  it("leaves out drawings, empty lines, and times that are none or reversed", () => {
    const script =
      HEAD +
      line("0:00:01.00,0:00:02.00", "{\\p1}m 0 0 l 100 0{\\p0}") +
      line("0:00:01.00,0:00:02.00", "{\\an8}") +
      line("0:00:03.00,0:00:02.00", "Reversed") +
      line("soon,0:00:02.00", "No time");
    expect(assToWebVtt(script)).toBe("WEBVTT\n");
  });

  it("stops after 20,000 lines", () => {
    const script = HEAD + line("0:00:01.00,0:00:02.00", "x").repeat(20_001);
    expect(assToWebVtt(script).match(/-->/g)).toHaveLength(20_000);
  });
});
