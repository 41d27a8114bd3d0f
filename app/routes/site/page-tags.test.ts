import { describe, expect, it } from "vitest";
import { canonicalPath } from "./page-tags";

describe("the canonical URL of a page", () => {
  it.each([
    ["/", "?utm_source=x", "/"],
    ["/schedule", "?tz=Asia/Tokyo", "/schedule"],
    ["/genre/Sci-Fi", "?page=1", "/genre/Sci-Fi"],
    ["/studio/A%20%26%20B", "?page=2&x=y", "/studio/A%20%26%20B?page=2"],
    ["/browse", "?view=list", "/browse"],
    [
      "/browse",
      "?year_filter=2020&genre_filter=drama&search_query=",
      "/browse?genre_filter=drama&year_filter=2020",
    ],
  ])("of %s%s is %s", (pathname, search, canonical) => {
    expect(canonicalPath(pathname, search)).toBe(canonical);
  });

  it.each(["/list", "/settings", "/anime/1/x", "/genre/a/b", "/nowhere"])(
    "of %s is omitted",
    (pathname) => {
      expect(canonicalPath(pathname, "")).toBeNull();
    },
  );
});
