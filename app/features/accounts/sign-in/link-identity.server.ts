import { eq } from "drizzle-orm";
import { tellUser } from "~/features/accounts/tell-user.server";
import type { ProviderIdentity } from "~/providers/openid/claims";
import type { Database } from "~db/client.server";
import { users } from "~db/schema";
import { lockedAccountColumns, provesEmail, recordEmailProof } from "./email-proof.server";
import { insertIdentity, lockIdentity } from "./sign-in-with-identity.server";

/**
 * Links an identity whatever its email address. Returns "taken" when another account has it. A
 * verified address equal to the account's proves it, which ends all sessions but `sessionKey`.
 */
export function linkIdentity(
  db: Database,
  { userId, sessionKey }: { userId: string; sessionKey: string },
  identity: ProviderIdentity,
): Promise<"linked" | "taken"> {
  return db.transaction(async (tx) => {
    await lockIdentity(tx, identity);
    const [account] = await tx
      .select(lockedAccountColumns)
      .from(users)
      .where(eq(users.id, userId))
      .for("update");
    if (account === undefined) return "taken";
    if ((await insertIdentity(tx, identity, userId)) !== userId) return "taken";
    if (provesEmail(identity, account)) await recordEmailProof(tx, account, identity, sessionKey);
    await tellUser(tx, userId, "providerConnected");
    return "linked";
  });
}
