import { describe, expect, it } from "vitest";
import {
  chooseHeights,
  encodedSize,
  maxHeight,
  parseRendition,
  renditionName,
} from "./h264-renditions";

const film = (width: number, height: number, frameRate: number | null = 24) => ({
  width,
  height,
  frameRate,
});
/** The pixels per second of 1080p at 24 frames per second. */
const FULL = 1920 * 1080 * 24;

describe("the heights of encoded video", () => {
  it.each([
    [film(3840, 2160), [1080, 720, 480]],
    [film(1920, 1080), [1080, 720, 480]],
    [film(1920, 800), [1080, 720, 480]],
    [film(1280, 720), [720, 480]],
    [film(720, 480), [480]],
    [film(64, 36), [480]],
  ])("of %o on a fast machine are %o", (original, heights) => {
    expect(chooseHeights(original, 1e12)).toEqual(heights);
  });

  it.each([
    [FULL, [1080, 720, 480]],
    [FULL - 1, [720, 480]],
    [1, [480]],
  ])("are those that %i pixels a second suffice for, and at least one", (speed, heights) => {
    expect(chooseHeights(film(1920, 1080), speed)).toEqual(heights);
  });

  it("are fewer for more frames per second", () => {
    expect(chooseHeights(film(1920, 1080, 60), FULL)).toEqual([480]);
  });

  it("is one when the speed or the size is unknown", () => {
    expect(chooseHeights(film(1920, 1080), null)).toEqual([1080]);
    expect(chooseHeights({ width: null, height: null, frameRate: null }, FULL)).toEqual([1080]);
  });

  it("are summed up for operators", () => {
    expect([maxHeight(FULL), maxHeight(FULL - 1), maxHeight(1)]).toEqual([1080, 720, null]);
  });

  it("scale the width along, to even numbers, and never up", () => {
    expect(encodedSize(film(1920, 1080), 480)).toMatchObject({ width: 854, height: 480 });
    expect(encodedSize(film(1440, 1080), 720)).toMatchObject({ width: 960, height: 720 });
    expect(encodedSize(film(64, 36), 480)).toMatchObject({ width: 64, height: 36 });
  });
});

describe("the name of a rendition", () => {
  it("is read as it is written", () => {
    for (const encoder of ["h264", "vaapi"] as const)
      expect(parseRendition(renditionName({ encoder, height: 720 }))).toEqual({
        encoder,
        height: 720,
      });
  });

  it.each(["h264", "h264-", "h264-0720", "h264-4320", "x-720", "h264-720-1", "copy", ""])(
    "is not %j",
    (name) => {
      expect(parseRendition(name)).toBeNull();
    },
  );
});
