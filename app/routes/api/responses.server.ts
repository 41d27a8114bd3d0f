import { z } from "zod";

/** `{success: true, data}`, for account, user, upload and watch list endpoints. */
export function envelope<Schema extends z.ZodType>(data: Schema) {
  return z.object({ success: z.literal(true), data });
}

export const messageSchema = z.object({ message: z.string() });

export const messageResponse = {
  description: "A confirmation message.",
  schema: envelope(messageSchema),
};

/** What a form of the profile gets, unlike a program. */
export const afterProfileForm = {
  description: "For a form: redirects to `returnTo` or the profile.",
};

/** What a form of the list gets, unlike a program. */
export const afterListForm = { description: "For a form: redirects to `returnTo` or the list." };
