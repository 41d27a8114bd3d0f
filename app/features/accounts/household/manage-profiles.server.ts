import { and, count, eq, isNull, sql } from "drizzle-orm";
import { Conflict, Forbidden, NotFound } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import type { PasswordHasher } from "~/features/accounts/password/password-hasher.server";
import type { SessionUser } from "~/features/accounts/session-user.server";
import { endShowingSessions, type Session } from "~/features/accounts/sessions.server";
import { withdrawSharedTaste } from "~/features/suggestions/suggestion-state.server";
import type { Database, Transaction } from "~db/client.server";
import { preferences, profiles, users } from "~db/schema";
import { requirePinsBesideChildren, saveLimit } from "./child-limit.server";
import type { NewProfile, ProfileChange } from "./household-input";
import { isInHousehold, isManagedBy } from "./list-profiles.server";
import { savePin } from "./profile-pin.server";

export const MAX_MANAGED_PROFILES = 10;

export interface HouseholdTools {
  db: Database;
  hasher: PasswordHasher;
}

/** An account of the household, as which its profiles are managed. */
export type Manager = Pick<Session, "householdId"> & { user: Pick<SessionUser, "id"> };

/** Throws `Forbidden` for a managed profile, which manages none. */
export function requireManager({ user }: { user: Pick<SessionUser, "email"> }): void {
  if (user.email === null) throw new Forbidden("household.accountsOnly");
}

/**
 * Adds a managed profile and returns its id. Throws `Conflict` for the eleventh, and for one that
 * leaves a profile beside a child without a PIN.
 */
export async function addProfile(
  { db, hasher }: HouseholdTools,
  manager: Manager,
  { name, locale, pin, limit = null, avatarUrl = null }: NewProfile,
): Promise<string> {
  const { householdId, user } = manager;
  const pinHash = typeof pin === "string" ? await hasher.hash(pin) : null;
  return db.transaction(async (tx) => {
    await lockHousehold(tx, manager);
    const [managed] = await tx
      .select({ profiles: count() })
      .from(users)
      .where(isManagedBy(householdId));
    if ((managed?.profiles ?? 0) >= MAX_MANAGED_PROFILES)
      throw new Conflict({ key: "household.tooMany", values: { max: MAX_MANAGED_PROFILES } });
    const [added] = await tx
      .insert(users)
      .values({ userName: name, avatarUrl, householdId })
      .returning({ id: users.id });
    if (added === undefined) throw new Error("The profile was not inserted.");
    const userId = added.id;
    await tx.insert(profiles).values({ userId, name });
    const site = typeof locale === "string" ? { locale } : {};
    await tx.insert(preferences).values({ userId, site });
    await savePin(tx, userId, pinHash);
    await recordAudit(tx, actorOf(user), { action: "profile.added", subjectId: userId });
    await saveLimit(tx, actorOf(user), userId, limit);
    await requirePinsBesideChildren(tx, householdId);
    return userId;
  });
}

/**
 * Changes what is given. Throws `NotFound` for a profile of another household, `Forbidden` for
 * another account, `Conflict` for the age limit of an account, and for what leaves a profile beside
 * a child without a PIN.
 */
export async function changeProfile(
  { db, hasher }: HouseholdTools,
  manager: Manager,
  id: string,
  { name, locale, pin, limit, avatarUrl }: ProfileChange,
): Promise<void> {
  const { householdId, user } = manager;
  const pinHash = typeof pin === "string" ? await hasher.hash(pin) : null;
  await db.transaction(async (tx) => {
    await lockHousehold(tx, manager);
    const { isManaged } = await requireProfile(tx, householdId, id);
    if (!isManaged && id !== user.id) throw new Forbidden("household.otherAccount");
    if (name !== undefined) {
      await tx
        .update(profiles)
        .set({ name, updatedAt: sql`now()` })
        .where(eq(profiles.userId, id));
      // The name of an account signs it in, so it is another matter.
      if (isManaged) await tx.update(users).set({ userName: name }).where(eq(users.id, id));
    }
    if (avatarUrl !== undefined) await tx.update(users).set({ avatarUrl }).where(eq(users.id, id));
    if (locale !== undefined) {
      const { site } = preferences;
      const chosen = JSON.stringify({ locale });
      await tx
        .update(preferences)
        .set({
          site: locale === null ? sql`${site} - 'locale'` : sql`${site} || ${chosen}::jsonb`,
          updatedAt: sql`now()`,
        })
        .where(eq(preferences.userId, id));
    }
    if (pin !== undefined) {
      await savePin(tx, id, pinHash);
      await recordAudit(tx, actorOf(user), {
        action: "profile.pin",
        subjectId: id,
        details: { set: pinHash !== null },
      });
    }
    if (limit !== undefined && isManaged) await saveLimit(tx, actorOf(user), id, limit);
    else if (typeof limit === "string") throw new Conflict("household.limitOfAccount");
    // Setting a PIN never breaks the rule, so it works while other PINs are missing.
    if (limit !== undefined || pin === null) await requirePinsBesideChildren(tx, householdId);
  });
}

/**
 * Deletes a managed profile, and the sessions that show it. Throws `NotFound` for one of another
 * household, `Conflict` for an account.
 */
export async function removeProfile(db: Database, manager: Manager, id: string): Promise<void> {
  const { householdId, user } = manager;
  await db.transaction(async (tx) => {
    await lockHousehold(tx, manager);
    const { isManaged } = await requireProfile(tx, householdId, id);
    if (!isManaged) throw new Conflict("household.notManaged");
    await deleteManaged(tx, id);
    await recordAudit(tx, actorOf(user), { action: "profile.removed", subjectId: id });
  });
}

/**
 * Ends the household of an account, which is about to be deleted: deletes the managed profiles, and
 * gives the accounts that joined it households of their own.
 */
export async function endHousehold(tx: Transaction, accountId: string): Promise<void> {
  const isTheAccount = eq(users.id, accountId);
  await tx.select({ id: users.id }).from(users).where(isTheAccount).for("update");
  const managed = await tx.select({ id: users.id }).from(users).where(isManagedBy(accountId));
  for (const { id } of managed) await deleteManaged(tx, id);
  const left = await tx
    .update(users)
    .set({ householdId: null })
    .where(eq(users.householdId, accountId))
    .returning({ id: users.id });
  if (left.length > 0)
    await endShowingSessions(
      tx,
      left.map(({ id }) => id),
    );
}

/**
 * Makes changes of a household wait for each other. Throws `NotFound` once it is deleted, and
 * `Conflict` once the account has left it or joined another one.
 */
export async function lockHousehold(
  tx: Transaction,
  { householdId, user }: Manager,
): Promise<void> {
  const [account] = await tx
    .select({ isOwn: sql<boolean>`${isNull(users.householdId)}` })
    .from(users)
    .where(eq(users.id, householdId))
    .for("update");
  if (account === undefined) throw new NotFound("account.deleted");
  // Read after the lock, since the account may have left while it waited.
  const [member] = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(isInHousehold(householdId), eq(users.id, user.id)));
  if (!account.isOwn || member === undefined) throw new Conflict("household.left");
}

/** Throws `NotFound` for a profile of another household. */
export async function requireProfile(tx: Transaction, householdId: string, id: string) {
  const [profile] = await tx
    .select({ isManaged: sql<boolean>`${users.email} IS NULL` })
    .from(users)
    .where(and(isInHousehold(householdId), eq(users.id, id)));
  if (profile === undefined) throw new NotFound("household.noProfile");
  return profile;
}

async function deleteManaged(tx: Transaction, id: string): Promise<void> {
  await withdrawSharedTaste(tx, id);
  await tx.delete(users).where(eq(users.id, id));
}

/** Returns the manager as the actor of an audit entry. */
export function actorOf({ id }: Pick<SessionUser, "id">) {
  return { via: "page", userId: id } as const;
}
