import { describe, expect, it } from "vitest";
import { safeRedirectPath } from "./safe-redirect";

describe("safeRedirectPath", () => {
  it.each(["/", "/browse?genre_filter=Action&page_number=2#top", "/anime/1/cowboy-bebop"])(
    "returns %j",
    (path) => {
      expect(safeRedirectPath(path)).toBe(path);
    },
  );

  it.each([
    "//evil.example",
    "/\\evil.example",
    "https://evil.example/",
    "javascript:alert(1)",
    "evil",
    "",
    null,
    7,
    "/a\nb",
    "/..//evil.example",
    "/./\\evil",
  ])("falls back to the home page for %j", (path) => {
    expect(safeRedirectPath(path)).toBe("/");
  });
});
