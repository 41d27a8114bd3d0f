import { and, eq } from "drizzle-orm";
import { Forbidden } from "~/errors/app-error";
import { credentials, users } from "~db/schema";
import { recordAudit } from "./audit/audit-log.server";
import type { ChangePasswordInput } from "./credentials";
import { requirePassword, type PasswordTools } from "./password/require-password.server";
import { endSecondSteps } from "./second-factor/end-second-steps.server";
import { endResets } from "./reset/password-reset.server";
import { revokeOtherSessions, type Session } from "./sessions.server";
import { tellUser } from "./tell-user.server";
import { revokeAllTokens } from "./tokens/tokens.server";

/**
 * Ends the user's reset links, the trust in browsers and, without `keepAccess`, other sessions and
 * tokens. Throws `Forbidden` for a wrong current password, or when it changes concurrently.
 */
export async function changePassword(
  tools: PasswordTools,
  session: Session,
  { currentPassword, newPassword, keepAccess }: ChangePasswordInput,
): Promise<void> {
  const userId = session.user.id;
  const currentHash = await requirePassword(tools, session, currentPassword);
  const passwordHash = await tools.hasher.hash(newPassword);
  await tools.db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
    const changed = await tx
      .update(credentials)
      .set({ passwordHash })
      .where(and(eq(credentials.userId, userId), eq(credentials.passwordHash, currentHash)))
      .returning({ userId: credentials.userId });
    if (changed.length === 0) throw new Forbidden("account.wrongPassword");
    await endResets(tx, userId);
    await endSecondSteps(tx, userId);
    if (!keepAccess) {
      await revokeOtherSessions(tx, userId, session.idHash);
      await revokeAllTokens(tx, userId);
    }
    await recordAudit(
      tx,
      { via: "page", userId },
      { action: "password.changed", subjectId: userId },
    );
    await tellUser(tx, userId, "passwordChanged");
  });
}
