import { and, eq } from "drizzle-orm";
import { z } from "zod";
import { errorCode } from "~/errors/error-code";
import { Conflict, Forbidden, Unauthenticated } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { identities, sessions, users } from "~db/schema";
import { recordAudit } from "./audit/audit-log.server";
import { emailKey, emailSchema } from "./credentials";
import { endResets } from "./reset/password-reset.server";
import { revokeOtherSessions, type Session } from "./sessions.server";
import { tellUser } from "./tell-user.server";

export const changeEmailSchema = z.object({ email: emailSchema });

/**
 * The new email address is unproven, and the old one is told. Ends the user's other sessions and
 * reset links. Throws `Conflict` for an address in use, `Forbidden` for a managed profile,
 * `Unauthenticated` when the session ends meanwhile.
 */
export async function changeEmail(db: Database, session: Session, email: string): Promise<void> {
  const userId = session.user.id;
  const previous = session.user.email;
  if (previous === null) throw new Forbidden("household.noSignIn");
  if (email === previous) return;
  const isSameAddress = emailKey(email) === emailKey(previous);
  try {
    await db.transaction(async (tx) => {
      await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
      // A change of the password or of the address ends the session of who comes second.
      const [open] = await tx
        .select({ email: users.email })
        .from(sessions)
        .innerJoin(users, eq(users.id, sessions.userId))
        .where(and(eq(users.id, userId), eq(sessions.idHash, session.idHash)));
      if (open?.email !== previous) throw new Unauthenticated();
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
      await tellUser(tx, userId, "emailChanged", previous);
    });
  } catch (error) {
    if (isUniqueViolation(error)) throw new Conflict("account.emailTaken", { cause: error });
    throw error;
  }
}

/** SQLSTATE 23505, which Drizzle wraps. */
function isUniqueViolation(error: unknown): boolean {
  return (
    errorCode(error) === "23505" || (error instanceof Error && errorCode(error.cause) === "23505")
  );
}
