import { describe, expect, it } from "vitest";
import { safeRedirectPath } from "./safe-redirect";

describe("safeRedirectPath", () => {
  it.each(["/", "/browse?genre_filter=Action&page_number=2#top", "/anime/1/cowboy-bebop"])(
    "returns %j",
    (path) => {
      expect(safeRedirectPath(path)).toBe(path);
    },
  );

  it("takes paths of up to 2,000 characters, and goes home or elsewhere for longer ones", () => {
    const longest = `/${"a".repeat(1_999)}`;
    expect(safeRedirectPath(longest)).toBe(longest);
    expect(safeRedirectPath(`${longest}a`)).toBe("/");
    expect(safeRedirectPath(`${longest}a`, "/list")).toBe("/list");
  });

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
