import { describe, expect, it } from "vitest";
import {
  BANNER_WIDTHS,
  bannerSrcSet,
  bannerUrl,
  COVER_WIDTHS,
  coverSrcSet,
  coverUrl,
  parseSizeSegment,
  sizeOf,
  STILL_WIDTHS,
  stillSrcSet,
  stillUrl,
} from "./cover-sizes";

describe("sizes of covers and banners", () => {
  it("keeps covers at 2:3 in whole pixels", () => {
    expect(COVER_WIDTHS.map((width) => sizeOf("cover", width))).toEqual([
      { width: 120, height: 180 },
      { width: 240, height: 360 },
      { width: 360, height: 540 },
      { width: 480, height: 720 },
      { width: 720, height: 1080 },
    ]);
  });

  it("keeps banners at 1080:300, rounded to whole pixels", () => {
    expect(BANNER_WIDTHS.map((width) => sizeOf("banner", width))).toEqual([
      { width: 640, height: 178 },
      { width: 1080, height: 300 },
      { width: 1600, height: 444 },
      { width: 2160, height: 600 },
    ]);
  });

  it("parses the size in the last path segment of a URL", () => {
    expect(parseSizeSegment("cover", "240.webp")).toEqual({ width: 240, height: 360 });
    expect(parseSizeSegment("banner", "1080.webp")).toEqual({ width: 1080, height: 300 });
  });

  it.each([
    "239.webp",
    "241.webp",
    "240",
    "240.avif",
    "240.webp ",
    "0240.webp",
    "+240.webp",
    "2.4e2.webp",
    "-240.webp",
    "",
    ".webp",
    "../240.webp",
  ])("rejects the cover size %j", (segment) => {
    expect(parseSizeSegment("cover", segment)).toBeNull();
  });

  it("does not mix the widths of covers and banners", () => {
    expect(parseSizeSegment("cover", "1080.webp")).toBeNull();
    expect(parseSizeSegment("banner", "240.webp")).toBeNull();
  });

  it("builds URLs that it can parse", () => {
    expect(coverUrl(5114, 360)).toBe("/media/cover/5114/360.webp");
    expect(bannerUrl(5114, 1600)).toBe("/media/banner/5114/1600.webp");
    for (const width of COVER_WIDTHS)
      expect(parseSizeSegment("cover", coverUrl(1, width).split("/").at(-1) ?? "")?.width).toBe(
        width,
      );
    for (const width of BANNER_WIDTHS)
      expect(parseSizeSegment("banner", bannerUrl(1, width).split("/").at(-1) ?? "")?.width).toBe(
        width,
      );
  });

  it("lists every width in a srcset", () => {
    expect(coverSrcSet(7)).toBe(
      "/media/cover/7/120.webp 120w, /media/cover/7/240.webp 240w, /media/cover/7/360.webp 360w, /media/cover/7/480.webp 480w, /media/cover/7/720.webp 720w",
    );
    expect(bannerSrcSet(7)).toBe(
      "/media/banner/7/640.webp 640w, /media/banner/7/1080.webp 1080w, /media/banner/7/1600.webp 1600w, /media/banner/7/2160.webp 2160w",
    );
  });
});

it("builds an episode's still, 16:9, of the widths that it can parse", () => {
  expect(STILL_WIDTHS.map((width) => sizeOf("still", width))).toEqual([
    { width: 320, height: 180 },
    { width: 640, height: 360 },
    { width: 1280, height: 720 },
  ]);
  expect(stillUrl(5114, 3, 640)).toBe("/media/still/5114/3/640.webp");
  expect(stillSrcSet(7, 2)).toBe(
    "/media/still/7/2/320.webp 320w, /media/still/7/2/640.webp 640w, /media/still/7/2/1280.webp 1280w",
  );
  for (const width of STILL_WIDTHS)
    expect(parseSizeSegment("still", stillUrl(1, 1, width).split("/").at(-1) ?? "")?.width).toBe(
      width,
    );
});
