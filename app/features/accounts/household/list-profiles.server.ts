import { and, desc, eq, isNull, or, sql, type SQL } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { preferences, profilePins, profiles, users } from "~db/schema";

/** What a household sees of a profile before it is opened. */
export interface HouseholdProfile {
  id: string;
  name: string;
  avatarUrl: string | null;
  hasPin: boolean;
  /** Has neither an email address nor a way to sign in. */
  isManaged: boolean;
}

/** The condition of the users in a household. */
export function isInHousehold(householdId: string): SQL | undefined {
  return or(eq(users.id, householdId), eq(users.householdId, householdId));
}

/** Lists the profiles that can be opened: the account's own, then the others, oldest first. */
export async function listProfiles(
  db: Pick<Database, "select">,
  householdId: string,
): Promise<HouseholdProfile[]> {
  return db
    .select(profileColumns)
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .leftJoin(profilePins, eq(profilePins.userId, users.id))
    .where(and(isInHousehold(householdId), isNull(users.disabledAt)))
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
    .where(and(isInHousehold(householdId), eq(users.id, id)));
  return row ?? null;
}

const profileColumns = {
  id: users.id,
  name: profiles.name,
  avatarUrl: users.avatarUrl,
  hasPin: sql<boolean>`${profilePins.userId} IS NOT NULL`,
  isManaged: sql<boolean>`${users.email} IS NULL`,
};
