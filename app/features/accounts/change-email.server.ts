import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { errorCode } from "~/errors/error-code";
import { Conflict, Forbidden } from "~/errors/app-error";
import { credentials, identities, users } from "~db/schema";
import { recordAudit } from "./audit/audit-log.server";
import { emailKey, emailSchema, signInSchema } from "./credentials";
import { requirePassword, type PasswordTools } from "./password/require-password.server";
import { endResets } from "./reset/password-reset.server";
import { revokeOtherSessions, type Session } from "./sessions.server";

export const changeEmailSchema = z.object({
  email: emailSchema,
  currentPassword: signInSchema.shape.password,
});

export type ChangeEmailInput = z.output<typeof changeEmailSchema>;

/**
 * The new email address is unproven. Ends the user's other sessions and reset links. Throws
 * `Forbidden` for a wrong password, `Conflict` for an address in use. Returns the previous address,
 * or null when nothing changed.
 */
export async function changeEmail(
  tools: PasswordTools,
  session: Session,
  { email, currentPassword }: ChangeEmailInput,
): Promise<string | null> {
  const userId = session.user.id;
  const currentHash = await requirePassword(tools, session, currentPassword);
  const previous = session.user.email;
  if (email === previous) return null;
  const isSameAddress = emailKey(email) === emailKey(previous);
  try {
    await tools.db.transaction(async (tx) => {
      const [account] = await tx
        .select({ email: users.email })
        .from(users)
        .innerJoin(credentials, eq(credentials.userId, users.id))
        .where(and(eq(users.id, userId), eq(credentials.passwordHash, currentHash)))
        .for("update");
      if (account?.email !== previous) throw new Forbidden("account.wrongPassword");
      await tx
        .update(users)
        .set({
          email,
          emailKey: emailKey(email),
          ...(isSameAddress ? {} : { emailProvenAt: null }),
        })
        .where(eq(users.id, userId));
      if (!isSameAddress)
        await tx.update(identities).set({ provenAt: null }).where(eq(identities.userId, userId));
      await endResets(tx, userId);
      await revokeOtherSessions(tx, userId, session.idHash);
      await recordAudit(
        tx,
        { via: "page", userId },
        { action: "email.changed", subjectId: userId },
      );
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Conflict("account.emailTaken", { cause: error });
    throw error;
  }
  return previous;
}

/** SQLSTATE 23505, which Drizzle wraps. */
function isUniqueViolation(error: unknown): boolean {
  return (
    errorCode(error) === "23505" || (error instanceof Error && errorCode(error.cause) === "23505")
  );
}
