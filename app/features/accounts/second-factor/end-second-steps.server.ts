import { eq } from "drizzle-orm";
import type { Transaction } from "~db/client.server";
import { pendingSignIns, trustedBrowsers } from "~db/schema";

/** Ends what a password has opened: trust in browsers, and sign-ins that wait for a code. */
export async function endSecondSteps(tx: Transaction, userId: string): Promise<void> {
  await tx.delete(trustedBrowsers).where(eq(trustedBrowsers.userId, userId));
  await tx.delete(pendingSignIns).where(eq(pendingSignIns.userId, userId));
}
