import { zodMessage } from "~/i18n/error-message";
import { z } from "zod";
import type { Area } from "~/media/images/transform/output-size.mjs";

const MESSAGE = zodMessage("image.badArea");
const ROUNDING_PERCENT = 0.5;

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

/** Percent in, fractions out; undefined for empty text. */
export const cropAreaSchema = z
  .preprocess(parseText, rectangle.optional())
  .transform((area): Area | undefined => area && toFractions(area));

function parseText(value: unknown): unknown {
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
    x + width <= 100 + ROUNDING_PERCENT &&
    y + height <= 100 + ROUNDING_PERCENT
  );
}

function toFractions({ x, y, width, height }: Area): Area {
  return { x: x / 100, y: y / 100, width: width / 100, height: height / 100 };
}
