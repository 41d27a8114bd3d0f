import { expect, it } from "vitest";
import { cropAreaSchema } from "./crop-area";
import { formatCropArea } from "./format-crop-area";

it("parses four percentages from an object or a form field, and nothing as null", () => {
  const area = { x: 0.125, y: 0, width: 0.5, height: 1 };
  expect(cropAreaSchema.parse({ x: 12.5, y: 0, width: 50, height: 100 })).toEqual(area);
  expect(cropAreaSchema.parse(formatCropArea({ x: 12.5, y: 0, width: 50, height: 100 }))).toEqual(
    area,
  );
  expect(cropAreaSchema.parse(" 12.5, 0 ,50,100")).toEqual(area);
  expect([
    cropAreaSchema.parse(undefined),
    cropAreaSchema.parse(""),
    cropAreaSchema.parse(" "),
  ]).toEqual([undefined, undefined, undefined]);
});

it("accepts a rounding error outside the image, and nothing beyond", () => {
  expect(cropAreaSchema.safeParse("50,0,50.5,100").success).toBe(true);
  for (const outside of ["50,0,50.6,100", "0,1,100,99.6", "-1,0,10,10", "0,0,0,10", "0,0,10,0"])
    expect([outside, cropAreaSchema.safeParse(outside).success]).toEqual([outside, false]);
});

it("rejects what is not a rectangle", () => {
  for (const wrong of [
    "1,2,3",
    "1,2,3,4,5",
    "a,b,c,d",
    "1,,3,4",
    "NaN,0,1,1",
    "Infinity,0,1,1",
    5,
    null,
    [0, 0, 10, 10],
    {},
    { x: "1", y: 0, width: 1, height: 1 },
    { x: Number.NaN, y: 0, width: 1, height: 1 },
  ]) {
    const read = cropAreaSchema.safeParse(wrong);
    expect([wrong, read.success]).toEqual([wrong, false]);
  }
});
