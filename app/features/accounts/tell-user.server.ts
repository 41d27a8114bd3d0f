import { randomUUID } from "node:crypto";
import type { Database, Transaction } from "~db/client.server";
import { addToOutbox, type AccountChange } from "~db/outbox.server";

/**
 * Has the user notified of a change of the account, and mailed where the site sends mail: at the
 * `address` that the account had before, or else at the present one.
 */
export async function tellUser(
  tx: Transaction | Database,
  userId: string,
  change: AccountChange,
  address?: string,
): Promise<void> {
  const key = `account.changed:${randomUUID()}`;
  await addToOutbox(tx, [{ kind: "account.changed", key, userId, change, address }]);
}
