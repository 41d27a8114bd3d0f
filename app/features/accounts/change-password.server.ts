import { and, eq } from "drizzle-orm";
import { Forbidden } from "~/errors/app-error";
import { credentials } from "~db/schema";
import type { ChangePasswordInput } from "./credentials";
import { requirePassword, type PasswordTools } from "./password/require-password.server";
import { revokeOtherSessions, type Session } from "./sessions.server";

/**
 * Ends the user's other sessions. Throws `Forbidden` for a wrong current password, or when it
 * changes concurrently.
 */
export async function changePassword(
  tools: PasswordTools,
  session: Session,
  { currentPassword, newPassword }: ChangePasswordInput,
): Promise<void> {
  const userId = session.user.id;
  const currentHash = await requirePassword(tools, session, currentPassword);
  const passwordHash = await tools.hasher.hash(newPassword);
  await tools.db.transaction(async (tx) => {
    const changed = await tx
      .update(credentials)
      .set({ passwordHash })
      .where(and(eq(credentials.userId, userId), eq(credentials.passwordHash, currentHash)))
      .returning({ userId: credentials.userId });
    if (changed.length === 0) throw new Forbidden("account.wrongPassword");
    await revokeOtherSessions(tx, userId, session.idHash);
  });
}
