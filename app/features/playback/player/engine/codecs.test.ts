import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { codecName, codecsOfType, findCodecs, undecodableNames } from "./codecs";

const STREAMS = "tests/fixtures/streams";

describe("the codecs of a file", () => {
  it.each([
    ["film.mp4", ["avc1", "mp4a"]],
    ["fmp4/init.mp4", ["avc1", "mp4a"]],
    ["ts/0.ts", ["avc1", "mp4a"]],
    ["codecs/hevc.mp4", ["hvc1", "mp4a"]],
    ["codecs/ac3.mp4", ["avc1", "ac-3"]],
    ["codecs/eac3.mkv", ["V_MPEG4/ISO/AVC", "A_EAC3"]],
    ["codecs/ac3/0.ts", ["avc1", "ac-3"]],
    ["aes-ts/0.ts", []],
  ])("are found in %s", (file, codecs) => {
    expect(findCodecs(readFileSync(`${STREAMS}/${file}`)).sort()).toEqual([...codecs].sort());
  });

  it("are named for viewers, from any of their strings", () => {
    expect(
      ["hev1.1.6.L93.B0", "V_MPEGH/ISO/HEVC", "ec-3", "A_AC3", "avc1.6e0028"].map(codecName),
    ).toEqual([
      "HEVC (H.265)",
      "HEVC (H.265)",
      "Dolby Digital Plus (E-AC-3)",
      "Dolby Digital (AC-3)",
      "H.264 10 bit",
    ]);
    expect(codecsOfType("video/mp4;codecs=hvc1.1.6.L93, ac-3")).toEqual(["hvc1.1.6.L93", "ac-3"]);
  });

  it("are missing when the browser does not support their type", () => {
    const supports = (type: string) => /avc1\.64|mp4a/.test(type);
    expect(undecodableNames(["avc1.64001f", "mp4a.40.2"], supports)).toEqual([]);
    expect(undecodableNames(["hvc1", "hev1", "ac-3", "xyz1"], supports)).toEqual([
      "HEVC (H.265)",
      "Dolby Digital (AC-3)",
      "xyz1",
    ]);
  });
});
