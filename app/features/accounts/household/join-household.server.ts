import { and, eq, isNotNull, isNull, ne } from "drizzle-orm";
import { Conflict, Forbidden, NotFound } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import { isCurrent } from "~/features/accounts/lifetime";
import { createCode, hashCode } from "~/features/accounts/secret-code.server";
import { endShowingSessions } from "~/features/accounts/sessions.server";
import { takeAdvisoryLock } from "~db/advisory-lock.server";
import type { Database, Transaction } from "~db/client.server";
import { householdLinks, profiles, users } from "~db/schema";
import { requirePinsBesideChildren } from "./child-limit.server";
import { lockHousehold, type HouseholdTools, type Manager } from "./manage-profiles.server";
import { savePin } from "./profile-pin.server";

const LINK_LIFETIME_MS = 7 * 24 * 60 * 60 * 1000;
export const MAX_JOINED_ACCOUNTS = 10;

/** Makes a link with which one account can join the household, in place of an earlier one. */
export function createHouseholdLink(
  db: Database,
  manager: Manager,
  now = new Date(),
): Promise<{ code: string; expiresAt: Date }> {
  const { code, codeHash } = createCode();
  const expiresAt = new Date(now.getTime() + LINK_LIFETIME_MS);
  return db.transaction(async (tx) => {
    await lockHousehold(tx, manager);
    const link = { codeHash, createdAt: now, expiresAt };
    await tx
      .insert(householdLinks)
      .values({ accountId: manager.householdId, ...link })
      .onConflictDoUpdate({ target: householdLinks.accountId, set: link });
    await record(tx, manager.user.id, "household.invited");
    return { code, expiresAt };
  });
}

/** Returns the household that a link leads to, or null if the link is not valid any more. */
export async function readHouseholdLink(
  db: Pick<Database, "select">,
  code: string,
  now = new Date(),
): Promise<{ accountId: string; name: string } | null> {
  const [row] = await db
    .select({ accountId: users.id, name: profiles.name })
    .from(householdLinks)
    .innerJoin(users, eq(users.id, householdLinks.accountId))
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .where(
      and(
        eq(householdLinks.codeHash, hashCode(code)),
        isCurrent(householdLinks, now),
        isNull(users.disabledAt),
        isNull(users.householdId),
      ),
    );
  return row ?? null;
}

/**
 * Joins the household that a link leads to, with everything that the account has; a PIN is set
 * for its profile. Throws `NotFound` for a link that is not valid any more, `Conflict` for an
 * account with other members in its own household or in one already, for the eleventh account, and
 * for one without a PIN beside a child.
 */
export async function joinHousehold(
  { db, hasher }: HouseholdTools,
  userId: string,
  { code, pin = null }: { code: string; pin?: string | null | undefined },
  now = new Date(),
): Promise<void> {
  const pinHash = pin === null ? null : await hasher.hash(pin);
  await db.transaction(async (tx) => {
    // Two accounts that join each other's household would wait for each other without end.
    await takeAdvisoryLock(tx, "joinHousehold");
    const link = await readHouseholdLink(tx, code, now);
    if (link === null) throw new NotFound("household.link");
    const { accountId } = link;
    await lockAccount(tx, accountId);
    const own = await lockAccount(tx, userId);
    if (accountId === userId || own?.householdId === accountId)
      throw new Conflict("household.alreadyIn");
    if (own?.householdId !== null) throw new Conflict("household.inAnother");
    if ((await tx.$count(users, eq(users.householdId, userId))) > 0)
      throw new Conflict("household.hasProfiles");
    const isJoined = and(eq(users.householdId, accountId), isNotNull(users.email));
    if ((await tx.$count(users, isJoined)) >= MAX_JOINED_ACCOUNTS)
      throw new Conflict({
        key: "household.tooManyAccounts",
        values: { max: MAX_JOINED_ACCOUNTS },
      });
    // A newer link may have replaced this one while it waited for the account.
    const used = await tx
      .delete(householdLinks)
      .where(eq(householdLinks.codeHash, hashCode(code)))
      .returning({ accountId: householdLinks.accountId });
    if (used.length === 0) throw new NotFound("household.link");
    await tx.delete(householdLinks).where(eq(householdLinks.accountId, userId));
    await tx.update(users).set({ householdId: accountId }).where(eq(users.id, userId));
    if (pinHash !== null) await savePin(tx, userId, pinHash);
    await requirePinsBesideChildren(tx, accountId);
    await record(tx, userId, "household.joined");
  });
}

/**
 * Takes a joined account out of the household, with everything that it has, and ends the sessions
 * in which it shows other profiles, or other accounts show its own. Throws `Forbidden` unless the
 * manager is that account or the one that has the household, and `NotFound` for any other profile.
 */
export async function leaveHousehold(db: Database, manager: Manager, id: string): Promise<void> {
  const { householdId, user } = manager;
  if (id !== user.id && user.id !== householdId) throw new Forbidden("household.otherAccount");
  await db.transaction(async (tx) => {
    await lockHousehold(tx, manager);
    const left = await tx
      .update(users)
      .set({ householdId: null })
      .where(
        and(
          eq(users.id, id),
          ne(users.id, householdId),
          eq(users.householdId, householdId),
          isNotNull(users.email),
        ),
      )
      .returning({ id: users.id });
    if (left.length === 0) throw new NotFound("household.noProfile");
    await endShowingSessions(tx, [id]);
    // The account may have made the link.
    await tx.delete(householdLinks).where(eq(householdLinks.accountId, householdId));
    await record(tx, user.id, "household.left", id);
  });
}

async function lockAccount(tx: Transaction, id: string) {
  const [account] = await tx
    .select({ householdId: users.householdId })
    .from(users)
    .where(eq(users.id, id))
    .for("update");
  return account;
}

function record(
  tx: Transaction,
  userId: string,
  action: "household.invited" | "household.joined" | "household.left",
  subjectId = userId,
): Promise<void> {
  return recordAudit(tx, { via: "page", userId }, { action, subjectId });
}
