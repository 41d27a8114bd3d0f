import { eq } from "drizzle-orm";
import { withdrawSharedTaste } from "~/features/suggestions/suggestion-state.server";
import type { Database } from "~db/client.server";
import { users } from "~db/schema";
import { recordAudit } from "./audit/audit-log.server";
import { endHousehold } from "./household/manage-profiles.server";
import { requireAnotherOwner } from "./roles/change-role.server";

/** Ends its household, too. Throws `Conflict` for the last owner. */
export async function deleteAccount(db: Database, userId: string): Promise<void> {
  await db.transaction(async (tx) => {
    await requireAnotherOwner(tx, userId);
    await endHousehold(tx, userId);
    await withdrawSharedTaste(tx, userId);
    await tx.delete(users).where(eq(users.id, userId));
    await recordAudit(tx, { via: "page", userId }, { action: "user.deleted", subjectId: userId });
  });
}
