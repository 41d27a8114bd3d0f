import { z } from "zod";
import { zodMessage } from "~/i18n/error-message";
import { MAX_INVITATION_DAYS, MAX_INVITATION_USES } from "./invitation-limits";

const MAX_NOTE_LENGTH = 100;

function whole(field: string, max: number) {
  const message = zodMessage({ key: "field.integerBetween", values: { field, min: 1, max } });
  return z.coerce.number(message).int(message).min(1, message).max(max, message);
}

export const invitationInputSchema = z.object({
  note: z
    .string()
    .trim()
    .max(
      MAX_NOTE_LENGTH,
      zodMessage({ key: "field.maxLength", values: { field: "note", max: MAX_NOTE_LENGTH } }),
    )
    .regex(/^[^\0]*$/, zodMessage({ key: "field.noNul", values: { field: "note" } }))
    .default(""),
  uses: whole("uses", MAX_INVITATION_USES).default(1),
  days: whole("days", MAX_INVITATION_DAYS).default(14),
});

export type InvitationInput = z.output<typeof invitationInputSchema>;

export const invitationCodeSchema = z
  .string(zodMessage({ key: "field.type", values: { field: "invitation", type: "string" } }))
  .trim()
  .max(200, zodMessage("invitation.invalid"))
  .transform((code) => (code === "" ? undefined : code))
  .optional();
