import { and, count, eq, sql } from "drizzle-orm";
import { Conflict, Forbidden, NotFound } from "~/errors/app-error";
import { recordAudit } from "~/features/accounts/audit/audit-log.server";
import type { PasswordHasher } from "~/features/accounts/password/password-hasher.server";
import type { SessionUser } from "~/features/accounts/session-user.server";
import type { Session } from "~/features/accounts/sessions.server";
import { withdrawSharedTaste } from "~/features/suggestions/suggestion-state.server";
import type { Database, Transaction } from "~db/client.server";
import { preferences, profiles, users } from "~db/schema";
import { requirePinsBesideChildren, saveLimit } from "./child-limit.server";
import type { NewProfile, ProfileChange } from "./household-input";
import { isInHousehold, isManagedBy } from "./list-profiles.server";
import { savePin } from "./profile-pin.server";

export const MAX_MANAGED_PROFILES = 10;

interface HouseholdTools {
  db: Database;
  hasher: PasswordHasher;
}

/** An account of the household, as which its profiles are managed. */
type Manager = Pick<Session, "householdId"> & { user: Pick<SessionUser, "id"> };

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
  { householdId, user }: Manager,
  { name, locale, pin, limit = null, avatarUrl = null }: NewProfile,
): Promise<string> {
  const pinHash = typeof pin === "string" ? await hasher.hash(pin) : null;
  return db.transaction(async (tx) => {
    await lockHousehold(tx, householdId);
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
 * Changes what is given. Throws `NotFound` for a profile of another household, `Conflict` for the
 * age limit of an account, and for what leaves a profile beside a child without a PIN.
 */
export async function changeProfile(
  { db, hasher }: HouseholdTools,
  { householdId, user }: Manager,
  id: string,
  { name, locale, pin, limit, avatarUrl }: ProfileChange,
): Promise<void> {
  const pinHash = typeof pin === "string" ? await hasher.hash(pin) : null;
  await db.transaction(async (tx) => {
    await lockHousehold(tx, householdId);
    const { isManaged } = await requireProfile(tx, householdId, id);
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
export async function removeProfile(
  db: Database,
  { householdId, user }: Manager,
  id: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    await lockHousehold(tx, householdId);
    const { isManaged } = await requireProfile(tx, householdId, id);
    if (!isManaged) throw new Conflict("household.notManaged");
    await deleteManaged(tx, id);
    await recordAudit(tx, actorOf(user), { action: "profile.removed", subjectId: id });
  });
}

/** Deletes the managed profiles of an account, which is about to be deleted itself. */
export async function deleteManagedProfiles(tx: Transaction, accountId: string): Promise<void> {
  await lockHousehold(tx, accountId);
  const managed = await tx.select({ id: users.id }).from(users).where(isManagedBy(accountId));
  for (const { id } of managed) await deleteManaged(tx, id);
}

/** Makes changes of a household wait for each other. Throws `NotFound` once it is deleted. */
async function lockHousehold(tx: Transaction, householdId: string): Promise<void> {
  const [account] = await tx
    .select({ id: users.id })
    .from(users)
    .where(eq(users.id, householdId))
    .for("update");
  if (account === undefined) throw new NotFound("account.deleted");
}

async function requireProfile(tx: Transaction, householdId: string, id: string) {
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

function actorOf({ id }: Pick<SessionUser, "id">) {
  return { via: "page", userId: id } as const;
}
