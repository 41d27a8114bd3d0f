import { describe, expect, it } from "vitest";
import { clientCodecs } from "./client-codecs";

describe("the codecs that a client plays", () => {
  it.each([
    ["avc1.42E01E", "avc1.640028", true],
    ["avc3.640028", "avc1.640028", true],
    ["avc1.640028", "avc1.6e0028", false],
    ["avc1.6E0028", "avc1.640028", true],
    ["avc1", "avc1.6e0028", true],
    ["hev1.1.6.L93.B0", "hvc1.1.6.L120.90", true],
    ["hvc1.1.6.L93.B0", "hvc1.2.4.L120.90", false],
    ["hvc1.2.4.L120.90", "hvc1.1.6.L93.90", true],
    ["av01.0.08M.08", "av01.0.08M.10", false],
    ["av01.0.08M.10", "av01.0.04M.08", true],
    ["vp09.00.40.08", "vp09.02.40.10", false],
    ["vp9", "vp09.00.10.08", true],
    [" mp4a.40.2 ", "mp4a.40.5", true],
    ['"mp4a.40.2"', "mp4a.40.2", true],
    ["mp4a.40.2", "mp4a.40.34", false],
    ["mp4a.6B", "mp4a.40.34", true],
    ["mp3", "mp4a.40.34", true],
    ["fLaC", "flac", true],
    ["mp4a.a5", "ac-3", true],
    ["mp4a.A6", "ec-3", true],
    ["mp4a.a5", "mp4a.40.2", false],
    ["dtse", "dtsc", true],
    ["nonsense", "avc1.640028", false],
  ])("include, by %s, %s: %s", (named, codec, isPlayed) => {
    expect(clientCodecs([named])(codec)).toBe(isPlayed);
  });

  it("are what every browser plays for a client that names none", () => {
    const plays = clientCodecs(null);
    expect(["avc1.640028", "mp4a.40.2", "mp4a.40.34", "flac", "opus"].map(plays)).not.toContain(
      false,
    );
    expect(["hvc1.1.6.L93.90", "ac-3", "avc1.6e0028", null].map(plays)).not.toContain(true);
  });
});
