import { and, eq, exists, sql } from "drizzle-orm";
import { Conflict } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { credentials, identities } from "~db/schema";

/** A provider that the user signs in with. */
export interface Connection {
  issuer: string;
  createdAt: Date;
}

export async function listConnections(
  db: Database,
  userId: string,
): Promise<{ connections: Connection[]; hasPassword: boolean }> {
  const [connections, passwords] = await Promise.all([
    db
      .select({ issuer: identities.issuer, createdAt: identities.createdAt })
      .from(identities)
      .where(eq(identities.userId, userId))
      .orderBy(identities.createdAt),
    db
      .select({ userId: credentials.userId })
      .from(credentials)
      .where(eq(credentials.userId, userId)),
  ]);
  return { connections, hasPassword: passwords.length > 0 };
}

/**
 * Does nothing for a provider that is not connected. Throws `Conflict` for an account without a
 * password, which would have no way to sign in.
 */
export async function disconnect(db: Database, userId: string, issuer: string): Promise<void> {
  const own = and(eq(identities.userId, userId), eq(identities.issuer, issuer));
  const password = db
    .select({ one: sql`1` })
    .from(credentials)
    .where(eq(credentials.userId, userId));
  const removed = await db
    .delete(identities)
    .where(and(own, exists(password)))
    .returning({ issuer: identities.issuer });
  if (removed.length > 0) return;
  const left = await db.select({ issuer: identities.issuer }).from(identities).where(own);
  if (left.length > 0) throw new Conflict("account.lastSignInMethod");
}
