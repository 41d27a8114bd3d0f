import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { selectBits } from "./find-deep-page.server";

const pack = (isSet: readonly boolean[]): Uint8Array => {
  const bytes = new Uint8Array(Math.ceil(isSet.length / 8));
  isSet.forEach((set, bit) => {
    if (set) bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (0x80 >> (bit & 7));
  });
  return bytes;
};

describe("selectBits", () => {
  it("finds a slice of the set bits in any order", () => {
    const bitsInOrder = fc
      .array(fc.boolean(), { maxLength: 70 })
      .chain((isSet) =>
        fc.tuple(
          fc.constant(isSet),
          fc.shuffledSubarray([...isSet.keys()], { minLength: isSet.length }),
        ),
      );
    fc.assert(
      fc.property(bitsInOrder, fc.nat(80), fc.integer({ min: 1, max: 20 }), (bits, from, count) => {
        const [isSet, order] = bits;
        const slice = { from, count };
        const set = order.filter((bit) => isSet[bit]);
        expect(selectBits(pack(isSet), Int32Array.from(order), slice)).toEqual(
          set.slice(from, from + count),
        );
        expect(selectBits(pack(isSet), null, slice)).toEqual(
          set.toSorted((one, other) => one - other).slice(from, from + count),
        );
      }),
    );
  });
});
