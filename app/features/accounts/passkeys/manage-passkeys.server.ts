import { and, eq, sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { tellUser } from "~/features/accounts/tell-user.server";
import type { Database, Transaction } from "~db/client.server";
import { passkeys, users } from "~db/schema";
import { hasWayIn, requireWayIn, type WaysIn } from "./ways-in.server";

export interface PasskeyEntry {
  id: string;
  name: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  /** Whether it is backed up, and so may be on several devices. */
  synced: boolean;
  /** Whether it was made for the host that the site has now. */
  isUsable: boolean;
}

/** Lists them, oldest first. */
export async function listPasskeys(
  db: Database,
  userId: string,
  relyingPartyId: string | null,
): Promise<PasskeyEntry[]> {
  const rows = await db
    .select({
      id: passkeys.id,
      name: passkeys.name,
      createdAt: passkeys.createdAt,
      lastUsedAt: passkeys.lastUsedAt,
      synced: passkeys.synced,
      relyingParty: passkeys.relyingParty,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(passkeys.createdAt, passkeys.id);
  return rows.map(({ relyingParty, ...entry }) => ({
    ...entry,
    isUsable: relyingParty === relyingPartyId,
  }));
}

/** Throws `NotFound` unless the user has the passkey. */
export async function renamePasskey(
  db: Database,
  userId: string,
  { id, name }: { id: string; name: string },
): Promise<void> {
  const renamed = await db
    .update(passkeys)
    .set({ name })
    .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
    .returning({ id: passkeys.id });
  if (renamed.length === 0) throw new NotFound("passkey.notFound");
}

/** Throws `NotFound` unless the user has the passkey, `Conflict` for the last way to sign in. */
export function removePasskey(
  db: Database,
  userId: string,
  id: string,
  waysIn: WaysIn,
): Promise<void> {
  return db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("update");
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.userId, userId), eq(passkeys.id, id)))
      .returning({ id: passkeys.id });
    if (removed.length === 0) throw new NotFound("passkey.notFound");
    await requireWayIn(tx, userId, waysIn);
    await recordAudit(
      tx,
      { via: "page", userId },
      { action: "passkey.removed", subjectId: userId },
    );
    await tellUser(tx, userId, "passkeyRemoved");
  });
}

/** Ends all of them, with the first proof of the account's address, which they came before. */
export async function endPasskeys(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
}

/** Lists passkeys for the user's export, without what identifies them to an authenticator. */
export function exportPasskeys(
  tx: Transaction,
  userId: string,
): Promise<Record<string, unknown>[]> {
  return tx
    .select({
      name: passkeys.name,
      site: passkeys.relyingParty,
      synced: passkeys.synced,
      created_at: passkeys.createdAt,
      last_used_at: passkeys.lastUsedAt,
    })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(passkeys.createdAt);
}

export interface StrandedPasskeys {
  /** The hosts that they were made for. */
  hosts: string[];
  /** Users that have such passkeys. */
  users: number;
  /** How many of these users have no other way to sign in. */
  lockedOut: number;
}

/** Counts who has passkeys that were made for other hosts than the site has now. */
export async function countStranded(db: Database, waysIn: WaysIn): Promise<StrandedPasskeys> {
  const [row] = await db.execute<{ hosts: string[]; users: number; locked_out: number }>(sql`
    WITH other AS (
      SELECT * FROM ${passkeys} WHERE relying_party IS DISTINCT FROM ${waysIn.relyingPartyId}::text
    ), stranded AS (
      SELECT DISTINCT user_id FROM other
    )
    SELECT coalesce((SELECT array_agg(DISTINCT relying_party) FROM other), '{}') AS hosts,
      count(*)::int AS users,
      (count(*) FILTER (WHERE NOT ${hasWayIn(sql`stranded.user_id`, waysIn)}))::int AS locked_out
    FROM stranded`);
  return {
    hosts: row?.hosts ?? [],
    users: row?.users ?? 0,
    lockedOut: row?.locked_out ?? 0,
  };
}
