import { z } from "zod";
import { servicesContext } from "~/http/context";
import type { EndpointInput } from "~/http/api/endpoint";
import type { CreatedSession } from "~/features/accounts/sign-up.server";
import type { SessionUser } from "~/features/accounts/session-user.server";
import { readSession } from "~/features/accounts/sessions.server";

export const signedInSchema = z.object({
  user: z.object({
    id: z.string(),
    email: z.string().nullable(),
    name: z.string(),
    user_name: z.string(),
    avatar_url: z.string().nullable(),
  }),
  session: z.object({ expires_at: z.iso.datetime() }),
});

export async function signedInBody(
  { context }: EndpointInput,
  opened: CreatedSession,
): Promise<{ success: true; data: z.output<typeof signedInSchema> }> {
  const { db } = context.get(servicesContext);
  const session = await readSession(db, opened.sessionId);
  if (session === null) throw new Error("The session that was opened just now is removed.");
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
