import { and, desc, eq, isNull, or, sql, type SQL } from "drizzle-orm";
import type { LimitRating } from "~/features/catalog/parental-control";
import type { Database } from "~db/client.server";
import { prepared } from "~db/prepared";
import { childLimits, preferences, profilePins, profiles, users } from "~db/schema";

/** What a household sees of a profile before it is opened. */
export interface ProfileFace {
  id: string;
  name: string;
  avatarUrl: string | null;
  hasPin: boolean;
}

export interface HouseholdProfile extends ProfileFace {
  /** The age limit of a child; null for other profiles. */
  maxRating: LimitRating | null;
  /** Has neither an email address nor a way to sign in. */
  isManaged: boolean;
  isDisabled: boolean;
}

/** The condition of the users in a household. */
export function isInHousehold(householdId: string): SQL | undefined {
  return or(eq(users.id, householdId), eq(users.householdId, householdId));
}

/** The condition of the managed profiles of an account. */
export function isManagedBy(accountId: string): SQL | undefined {
  return and(eq(users.householdId, accountId), isNull(users.email));
}

/**
 * Lists the account's own profile, then the others, oldest first. Disabled ones, which cannot be
 * opened, are for those who manage them.
 */
export async function listProfiles(
  db: Pick<Database, "select">,
  householdId: string,
  { withDisabled = false } = {},
): Promise<HouseholdProfile[]> {
  return db
    .select(profileColumns)
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .leftJoin(profilePins, eq(profilePins.userId, users.id))
    .leftJoin(childLimits, eq(childLimits.userId, users.id))
    .where(and(isInHousehold(householdId), withDisabled ? undefined : isNull(users.disabledAt)))
    .orderBy(desc(eq(users.id, householdId)), users.createdAt, users.id);
}

/** Returns one profile with its site preferences, or null if the household has none with the id. */
export async function findProfile(
  db: Pick<Database, "select">,
  householdId: string,
  id: string,
): Promise<(HouseholdProfile & { site: Record<string, unknown> }) | null> {
  const [row] = await db
    .select({ ...profileColumns, site: preferences.site })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .innerJoin(preferences, eq(preferences.userId, users.id))
    .leftJoin(profilePins, eq(profilePins.userId, users.id))
    .leftJoin(childLimits, eq(childLimits.userId, users.id))
    .where(prepared(and(isInHousehold(householdId), eq(users.id, id))));
  return row ?? null;
}

const profileColumns = {
  id: users.id,
  name: profiles.name,
  avatarUrl: users.avatarUrl,
  hasPin: sql<boolean>`${profilePins.userId} IS NOT NULL`,
  maxRating: sql<LimitRating | null>`${childLimits.maxRating}`,
  isManaged: sql<boolean>`${users.email} IS NULL`,
  isDisabled: sql<boolean>`${users.disabledAt} IS NOT NULL`,
};
