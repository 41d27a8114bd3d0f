import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitSpine } from "./spine";

describe("fitSpine", () => {
  it("keeps a title that fits at its size", () => {
    expect(fitSpine("進撃の巨人", 13)).toEqual({ text: "進撃の巨人", scale: 1 });
  });

  it("makes a longer one smaller, and sets two columns of a long one", () => {
    expect(fitSpine("鋼の錬金術師FULLMETAL", 13)?.scale).toBeLessThan(1);
    expect(fitSpine("鋼の錬金術師 FULLMETAL ALCHEMIST", 13)?.scale).toBe(0.75);
  });

  it("leaves out what two columns cannot hold", () => {
    expect(fitSpine("あ".repeat(40), 13)).toBeNull();
    expect(fitSpine("INCOMPREHENSIBILITIES", 13)).toBeNull();
    expect(fitSpine(null, 13)).toBeNull();
  });

  it("never makes a title larger, nor smaller than three quarters", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "binary" }), (text) => {
        const spine = fitSpine(text, 12);
        if (spine === null) return;
        expect(spine.scale).toBeGreaterThanOrEqual(0.75);
        expect(spine.scale).toBeLessThanOrEqual(1);
      }),
    );
  });
});
