import { describe, expect, it } from "vitest";
import { matchesEtag, strongEtag } from "./conditional-request.server";

describe("a strong entity tag", () => {
  it("is quoted, and the same for the same bytes only", () => {
    expect(strongEtag("a")).toMatch(/^"[\w-]{27}"$/);
    expect(strongEtag("a")).toBe(strongEtag(new TextEncoder().encode("a")));
    expect(strongEtag("a")).not.toBe(strongEtag("b"));
  });
});

describe("If-None-Match", () => {
  it.each(['"x"', '"y", "x"', 'W/"x"', "*", ' "y" ,W/"x" '])("%s matches the tag x", (header) => {
    expect(matchesEtag(header, '"x"')).toBe(true);
  });

  it.each([null, undefined, "", "x", '"y"', '"x-zstd"'])("%s does not", (header) => {
    expect(matchesEtag(header, '"x"')).toBe(false);
  });
});
