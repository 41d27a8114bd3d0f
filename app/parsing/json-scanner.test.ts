import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createJsonScanner } from "./json-scanner";

const scan = (text: string, maxDepth = 3, maxValues = 10) =>
  createJsonScanner({ maxDepth, maxValues }).push(text);

const pieces = fc
  .tuple(fc.json({ maxDepth: 4 }), fc.array(fc.nat(40), { maxLength: 20 }))
  .map(([text, cuts]) => {
    const ends = [...new Set(cuts)].filter((cut) => cut < text.length).sort((a, b) => a - b);
    return [...ends, text.length].map((end, index) => text.slice(ends[index - 1] ?? 0, end));
  });

describe("the JSON scanner", () => {
  it.each([
    ["[[[1]]]", "[[[[1]]]]"],
    ['{"a":[{}]}', '{"a":[{"b":[]}]}'],
    ['["[[[[[["]', '["",[[[]]]]'],
    ['["\\"[[[["]', '["\\\\",[[[]]]]'],
  ])("accepts %s and refuses the deeper %s", (accepted, refused) => {
    expect(() => scan(accepted)).not.toThrow();
    expect(() => scan(refused)).toThrow("maxDepth 3");
  });

  it("counts commas and brackets outside of strings", () => {
    expect(() => scan('[1,2,3,4,5,6,7,8,",,,,,,,"]')).not.toThrow();
    expect(() => scan("[1,2,3,4,5,6,7,8,9,10]")).toThrow("maxValues 10");
    expect(() => scan("[{},{},{},{},{}]")).toThrow("maxValues 10");
  });

  it("refuses at the piece that exceeds a limit, without the rest", () => {
    const scanner = createJsonScanner({ maxDepth: 32, maxValues: 1_000 });
    scanner.push("[".repeat(32));
    expect(() => scanner.push("[")).toThrow("maxDepth 32");
  });

  it("gives the same text in runs, however it is cut, and cuts no escape", () => {
    fc.assert(
      fc.property(pieces, (cut) => {
        const runs: [string, string][] = [];
        const scanner = createJsonScanner({ maxDepth: 64, maxValues: 1e6 }, (kind, text) =>
          runs.push([kind, text]),
        );
        for (const piece of cut) scanner.push(piece);
        expect(runs.map(([, text]) => text).join("")).toBe(cut.join(""));
        for (const [kind, text] of runs)
          if (kind === "string") expect(() => void JSON.parse(`"${text}"`)).not.toThrow();
      }),
    );
  });

  it.each(["\\u00e9", "\\\\", '\\"', "\\/"])("keeps %s whole when a piece ends in it", (escape) => {
    for (let cut = 0; cut <= escape.length; cut += 1) {
      const runs: string[] = [];
      const scanner = createJsonScanner({ maxDepth: 1, maxValues: 1 }, (kind, text) => {
        if (kind === "string") runs.push(text);
      });
      scanner.push(`"${escape.slice(0, cut)}`);
      scanner.push(`${escape.slice(cut)}"`);
      expect(runs).toEqual([escape]);
    }
  });
});
