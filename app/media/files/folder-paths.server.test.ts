import { describe, expect, it } from "vitest";
import { isInside, overlap } from "./folder-paths.server";

describe("a path", () => {
  it.each([
    ["/media", "/media/anime", true],
    ["/media", "/media/a/b", true],
    ["/media", "/media/..anime", true],
    ["/", "/media", true],
    ["/media", "/media", false],
    ["/media", "/media2", false],
    ["/media", "/media2/anime", false],
    ["/media/anime", "/media", false],
    ["/", "/", false],
  ])("below %s: %s is %s", (folder, path, expected) => {
    expect(isInside(folder, path)).toBe(expected);
  });

  it.each([
    ["/media", "/media", true],
    ["/media", "/media/anime", true],
    ["/media/anime", "/media", true],
    ["/media", "/media2", false],
    ["/media2", "/media", false],
    ["/media/a", "/media/b", false],
  ])("overlaps: %s and %s are %s", (one, other, expected) => {
    expect(overlap(one, other)).toBe(expected);
  });
});
