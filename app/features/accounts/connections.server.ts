import { and, eq } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { credentials, identities, users } from "~db/schema";
import { tellUser } from "./tell-user.server";
import { requireWayIn, type WaysIn } from "./passkeys/ways-in.server";

export interface Connection {
  issuer: string;
  subject: string;
  email: string | null;
  createdAt: Date;
}

export async function listConnections(
  db: Database,
  userId: string,
): Promise<{ connections: Connection[]; hasPassword: boolean }> {
  const [connections, passwords] = await Promise.all([
    db
      .select({
        issuer: identities.issuer,
        subject: identities.subject,
        email: identities.email,
        createdAt: identities.createdAt,
      })
      .from(identities)
      .where(eq(identities.userId, userId))
      .orderBy(identities.createdAt, identities.subject),
    db
      .select({ userId: credentials.userId })
      .from(credentials)
      .where(eq(credentials.userId, userId)),
  ]);
  return { connections, hasPassword: passwords.length > 0 };
}

/** Tells whether an identity is the user's. */
export async function isConnected(
  db: Database,
  userId: string,
  { issuer, subject }: Pick<Connection, "issuer" | "subject">,
): Promise<boolean> {
  const [row] = await db
    .select({ userId: identities.userId })
    .from(identities)
    .where(
      and(
        eq(identities.userId, userId),
        eq(identities.issuer, issuer),
        eq(identities.subject, subject),
      ),
    );
  return row !== undefined;
}

/** Throws `Conflict` for the last way to sign in. */
export function disconnect(
  db: Database,
  userId: string,
  { issuer, subject }: Pick<Connection, "issuer" | "subject">,
  waysIn: WaysIn,
): Promise<void> {
  return db.transaction(async (tx) => {
    // Serialises concurrent removals.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
    const removed = await tx
      .delete(identities)
      .where(
        and(
          eq(identities.userId, userId),
          eq(identities.issuer, issuer),
          eq(identities.subject, subject),
        ),
      )
      .returning({ subject: identities.subject });
    await requireWayIn(tx, userId, waysIn);
    if (removed.length > 0) await tellUser(tx, userId, "providerDisconnected");
  });
}
