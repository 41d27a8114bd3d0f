import { and, eq, exists, isNull, sql } from "drizzle-orm";
import { Conflict } from "~/errors/app-error";
import { type Actor, recordAudit } from "~/features/accounts/audit/audit-log.server";
import { LIMIT_RATINGS } from "~/features/catalog/parental-control";
import { revokeAllTokens } from "~/features/accounts/tokens/tokens.server";
import {
  markForSuggestions,
  withdrawSharedTaste,
} from "~/features/suggestions/suggestion-state.server";
import type { Transaction } from "~db/client.server";
import { childLimits, preferences, profilePins, profiles, users } from "~db/schema";
import type { LimitChoice } from "./household-input";
import { isInHousehold } from "./list-profiles.server";

/** Sets, changes or removes the age limit of a managed profile. */
export async function saveLimit(
  tx: Transaction,
  actor: Actor,
  userId: string,
  choice: LimitChoice,
): Promise<void> {
  const isOfProfile = eq(childLimits.userId, userId);
  const [stored] = await tx
    .select({ maxRating: childLimits.maxRating })
    .from(childLimits)
    .where(isOfProfile);
  const before = stored?.maxRating ?? null;
  const maxRating = choice === "child" ? (before ?? LIMIT_RATINGS[0]) : choice;
  if (maxRating === before) return;
  if (before === null) await endSharing(tx, userId);
  if (maxRating === null) await tx.delete(childLimits).where(isOfProfile);
  else
    await tx
      .insert(childLimits)
      .values({ userId, maxRating })
      .onConflictDoUpdate({
        target: childLimits.userId,
        set: { maxRating, updatedAt: sql`now()` },
      });
  await markForSuggestions(tx, userId, { soon: true });
  await recordAudit(tx, actor, {
    action: "profile.limit",
    subjectId: userId,
    details: { rating: maxRating ?? "none" },
  });
}

/** Ends what a profile shares before it becomes a child's, and turns its parental control on. */
async function endSharing(tx: Transaction, userId: string): Promise<void> {
  await withdrawSharedTaste(tx, userId);
  await revokeAllTokens(tx, userId);
  const closed = JSON.stringify({ publicProfile: false, publicList: false, sharedTaste: false });
  await tx
    .update(preferences)
    .set({ parentalControl: true, site: sql`${preferences.site} || ${closed}::jsonb` })
    .where(eq(preferences.userId, userId));
}

/**
 * Throws `Conflict` if a household with a child has another profile without a PIN, which the child
 * could open. Runs after a change, in its transaction, while the household is locked.
 */
export async function requirePinsBesideChildren(
  tx: Transaction,
  householdId: string,
): Promise<void> {
  const aChild = tx
    .select({ id: users.id })
    .from(users)
    .innerJoin(childLimits, eq(childLimits.userId, users.id))
    .where(isInHousehold(householdId));
  const open = await tx
    .select({ name: profiles.name })
    .from(users)
    .innerJoin(profiles, eq(profiles.userId, users.id))
    .leftJoin(childLimits, eq(childLimits.userId, users.id))
    .leftJoin(profilePins, eq(profilePins.userId, users.id))
    .where(
      and(
        isInHousehold(householdId),
        isNull(childLimits.userId),
        isNull(profilePins.userId),
        exists(aChild),
      ),
    )
    .orderBy(users.createdAt, users.id);
  if (open.length === 0) return;
  const names = open.map(({ name }) => name).join(", ");
  throw new Conflict({ key: "household.pinsBesideChildren", values: { names } });
}
