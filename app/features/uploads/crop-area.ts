import { z } from "zod";
import type { Area } from "~/media/images/transform/output-size.mjs";

const MESSAGE = "crop must be x, y, width and height in percent of the picture.";
/** What a browser computed with may end a hair outside the picture. */
const HAIR = 0.5;

const rectangle = z
  .object(
    {
      x: z.number(MESSAGE),
      y: z.number(MESSAGE),
      width: z.number(MESSAGE),
      height: z.number(MESSAGE),
    },
    MESSAGE,
  )
  .refine(isInside, MESSAGE);

/**
 * The part of a picture to keep, in percent of its width and height as it is displayed: `{x, y, width, height}`, or those four as a text with commas, as a
 * form's field holds them. An empty text names none. The output is in fractions.
 */
export const cropAreaSchema = z
  .preprocess(fromText, rectangle.optional())
  .transform((area): Area | undefined => area && inFractions(area));

function fromText(value: unknown): unknown {
  if (typeof value !== "string") return value;
  if (value.trim() === "") return undefined;
  const parts = value
    .split(",")
    .map((part) => (/^\s*\d+(?:\.\d+)?\s*$/.test(part) ? Number(part) : Number.NaN));
  return parts.length === 4
    ? { x: parts[0], y: parts[1], width: parts[2], height: parts[3] }
    : null;
}

function isInside({ x, y, width, height }: Area): boolean {
  return (
    x >= 0 &&
    y >= 0 &&
    width > 0 &&
    height > 0 &&
    x + width <= 100 + HAIR &&
    y + height <= 100 + HAIR
  );
}

function inFractions({ x, y, width, height }: Area): Area {
  return { x: x / 100, y: y / 100, width: width / 100, height: height / 100 };
}
