import { and, eq, inArray, isNull, ne } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import {
  sessionUserColumns,
  toSessionUser,
  type SessionUser,
} from "~/features/accounts/session-user.server";
import type { Session } from "~/features/accounts/sessions.server";
import type { Database } from "~db/client.server";
import { preferences, profiles, sessions, users } from "~db/schema";
import { isInHousehold, listProfiles } from "./list-profiles.server";

/** A profile of the household that may watch together with another one. */
export interface Companion {
  id: string;
  name: string;
  isWatching: boolean;
}

/** Lists the other profiles of the household, and which of them watch, too. */
export async function listCompanions(
  db: Database,
  { user, householdId, alsoWatching }: Session,
): Promise<Companion[]> {
  const others = (await listProfiles(db, householdId)).filter(({ id }) => id !== user.id);
  return others.map(({ id, name }) => ({ id, name, isWatching: alsoWatching.includes(id) }));
}

/**
 * Chooses the profiles for which what is watched in the session counts, too. Throws `NotFound` if
 * one is not another profile of the household.
 */
export async function setAlsoWatching(
  db: Database,
  session: Session,
  ids: readonly string[],
): Promise<void> {
  const others = await listCompanions(db, session);
  if (!ids.every((id) => others.some((other) => other.id === id)))
    throw new NotFound("household.noProfile");
  await db
    .update(sessions)
    .set({ alsoWatching: [...new Set(ids)] })
    .where(eq(sessions.idHash, session.idHash));
}

/** Reads the profiles that watch with the session's, as long as they are in its household. */
export async function readCompanions(
  db: Database,
  { user, householdId, alsoWatching }: Session,
): Promise<SessionUser[]> {
  if (alsoWatching.length === 0) return [];
  const rows = await db
    .select(sessionUserColumns)
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .innerJoin(preferences, eq(preferences.userId, users.id))
    .where(
      and(
        inArray(users.id, [...alsoWatching]),
        ne(users.id, user.id),
        isInHousehold(householdId),
        isNull(users.disabledAt),
      ),
    );
  return rows.map(toSessionUser);
}
