import { z } from "zod";
import { creditId, namedFields, words } from "./credit-fields";
import { malId, rejectionReason, type Parsed } from "./fields";

const rowSchema = z.object(
  { mal_id: malId, person_id: creditId, ...namedFields, roles: words },
  "must be an object",
);

/** Someone who worked on a title, with all roles. */
export type StaffRow = z.output<typeof rowSchema>;

/** `mal_id`, `person_id`, `name` and `roles` are required. */
export function parseStaffRow(value: unknown): Parsed<StaffRow> {
  const parsed = rowSchema.safeParse(value);
  return parsed.success ? { row: parsed.data } : { reason: rejectionReason(parsed.error) };
}
