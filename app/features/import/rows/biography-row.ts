import { z } from "zod";
import { biography, creditId } from "./credit-fields";
import { rejectionReason, type Parsed } from "./fields";

const rowSchema = z.object({ id: creditId, about: biography }, "must be an object");

/** The biography of a character or a person. */
export type BiographyRow = z.output<typeof rowSchema>;

export function parseBiographyRow(value: unknown): Parsed<BiographyRow> {
  const parsed = rowSchema.safeParse(value);
  return parsed.success ? { row: parsed.data } : { reason: rejectionReason(parsed.error) };
}
