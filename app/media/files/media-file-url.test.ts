import { describe, expect, it } from "vitest";
import { canonicalMediaUrl, mediaFileUrl } from "./media-file-url";

describe("canonicalMediaUrl", () => {
  it.each([
    ["/media/files/shows/a#b?c.mp4", "/media/files/shows/a%23b%3Fc.mp4"],
    ["/media/files/shows/a%23b.mp4", "/media/files/shows/a%23b.mp4"],
    ["/media/files//shows/./x/../1.mp4", "/media/files/shows/1.mp4"],
    ["/media/files/shows/100%.mp4", "/media/files/shows/100%25.mp4"],
    ["/media/files/shows/灯 籠.mp4", "/media/files/shows/%E7%81%AF%20%E7%B1%A0.mp4"],
    ["/media/../etc/passwd", "/etc/passwd"],
  ])("spells %s as %s", (url, spelt) => {
    expect(canonicalMediaUrl(url)).toBe(spelt);
    expect(canonicalMediaUrl(spelt)).toBe(spelt);
  });

  it("is the spelling of every file's URL", () => {
    const url = mediaFileUrl("shows", "a b/100% #1?.mkv");
    expect(url).toBe("/media/files/shows/a%20b/100%25%20%231%3F.mkv");
    expect(canonicalMediaUrl(url)).toBe(url);
  });
});
