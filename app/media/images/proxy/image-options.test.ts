import { describe, expect, it } from "vitest";
import { Invalid } from "~/errors/app-error";
import { parseImageOptions, parseSourceUrl } from "./image-options";

const read = (query: string) => parseImageOptions(new URLSearchParams(query));
const refusedNames = (query: string): string[] => {
  try {
    read(query);
    return [];
  } catch (error) {
    return error instanceof Invalid ? error.issues.map(({ path }) => path) : ["?"];
  }
};

describe("readImageOptions", () => {
  it("uses the specification's defaults for absent and empty parameters", () => {
    const defaults = { w: 0, q: 50, format: "webp" };
    for (const query of ["", "w=&q=&format=", "w=0", "cb=1&width=5&quality=9"])
      expect(read(query)).toEqual(defaults);
  });

  it.each([
    ["w=1", 1],
    ["w=4096", 4096],
    ["w=4097", 4096],
    ["w=99999999999999999999999", 4096],
    ["w=0.2", 1],
    ["w=99.6", 100],
    ["w=+80", 80],
    ["w=%20080%20", 80],
  ])("parses %s as a width of %i", (query, w) => {
    expect(read(query).w).toBe(w);
  });

  it.each([
    ["q=1", 1],
    ["q=0", 1],
    ["q=-5", 1],
    ["q=100", 100],
    ["q=101", 100],
    ["q=49.5", 50],
  ])("clamps %s to %i", (query, q) => {
    expect(read(query).q).toBe(q);
  });

  it("accepts a format in any casing", () => {
    expect(read("format=AvIf").format).toBe("avif");
  });

  it.each([
    ["w=-1", ["w"]],
    ["w=abc", ["w"]],
    ["w=1e3", ["w"]],
    ["w=0x10", ["w"]],
    ["w=Infinity", ["w"]],
    ["q=NaN", ["q"]],
    ["q=1,5", ["q"]],
    ["format=jpeg", ["format"]],
    ["format=webp&format=webp", ["format"]],
    ["w=1&w=1", ["w"]],
    ["w=x&q=y&format=z", ["w", "q", "format"]],
  ])("rejects %s and names each wrong one", (query, names) => {
    expect(refusedNames(query)).toEqual(names);
  });
});

describe("readSourceUrl", () => {
  it("returns the URL as written", () => {
    expect(parseSourceUrl(new URLSearchParams({ url: "https://x.example/a?b=c&d" }))).toBe(
      "https://x.example/a?b=c&d",
    );
  });

  it("reports a missing one with the message of the specification", () => {
    for (const query of ["", "url=", "url=%20%20"])
      expect(() => parseSourceUrl(new URLSearchParams(query))).toThrow(/^Missing image URL$/);
  });

  it("rejects two, as ambiguous", () => {
    expect(() => parseSourceUrl(new URLSearchParams("url=a&url=b"))).toThrow("only once");
  });
});
