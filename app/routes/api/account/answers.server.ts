import { z } from "zod";
import type { EndpointInput } from "~/http/api/endpoint";
import type { OpenedSession } from "~/features/accounts/sign-up.server";
import { readSession, type SessionUser } from "~/features/accounts/sessions.server";

/** `{success: true, data}`: the envelope of account, user, upload and watch list endpoints. */
export function envelope<Schema extends z.ZodType>(data: Schema) {
  return z.object({ success: z.literal(true), data });
}

export const messageSchema = z.object({ message: z.string() });

export const signedInSchema = z.object({
  user: z.object({
    id: z.string(),
    email: z.string(),
    name: z.string(),
    user_name: z.string(),
    avatar_url: z.string().nullable(),
  }),
  session: z.object({ expires_at: z.iso.datetime() }),
});

/** The body of a successful sign-up or sign-in. */
export async function signedInBody(
  { scope }: EndpointInput,
  opened: OpenedSession,
): Promise<{ success: true; data: z.output<typeof signedInSchema> }> {
  const session = await readSession(scope.services.db, opened.sessionId);
  if (session === null) throw new Error("The session that was opened just now is gone.");
  return {
    success: true,
    data: { user: userBody(session.user), session: { expires_at: opened.expiresAt.toISOString() } },
  };
}

function userBody(user: SessionUser): z.output<typeof signedInSchema>["user"] {
  return {
    id: user.id,
    email: user.email,
    name: user.name,
    user_name: user.userName,
    avatar_url: user.avatarUrl,
  };
}
