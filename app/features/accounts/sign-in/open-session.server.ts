import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { createCode, hashCode } from "~/features/accounts/secret-code.server";
import { isCurrent } from "~/features/accounts/lifetime";
import {
  checkCode,
  hasSecondFactor,
  type SecondFactorTools,
} from "~/features/accounts/second-factor/check-code.server";
import type { SecondFactorCode } from "~/features/accounts/second-factor/code-input";
import {
  isTrustedBrowser,
  trustBrowser,
} from "~/features/accounts/second-factor/trusted-browsers.server";
import { createSession, type Client } from "~/features/accounts/sessions.server";
import type { CreatedSession } from "~/features/accounts/sign-up.server";
import type { Database, Transaction } from "~db/client.server";
import { pendingSignIns, users } from "~db/schema";

const LIFETIME_MS = 10 * 60_000;

/** The password or the provider was right, the code is asked for next. */
export interface SecondStep {
  kind: "second-step";
  code: string;
  expiresAt: Date;
}

export type OpenedSignIn = ({ kind: "signed-in" } & CreatedSession) | SecondStep;

/** The one way from a password or a provider to a session. */
export async function openSession(
  tx: Transaction,
  userId: string,
  client: Client,
  now = new Date(),
): Promise<OpenedSignIn> {
  if ((await hasSecondFactor(tx, userId)) && !(await isTrustedBrowser(tx, userId, client, now))) {
    const { code, codeHash } = createCode();
    const expiresAt = new Date(now.getTime() + LIFETIME_MS);
    await tx.insert(pendingSignIns).values({ codeHash, userId, createdAt: now, expiresAt });
    return { kind: "second-step", code, expiresAt };
  }
  const { id, expiresAt } = await createSession(tx, userId, client, now);
  return { kind: "signed-in", userId, sessionId: id, expiresAt };
}

export type FinishedSecondStep =
  | ({ kind: "signed-in"; by: SecondFactorCode["kind"]; trustCode: string | null } & CreatedSession)
  | { kind: "wrong"; userId: string; isLast: boolean }
  | { kind: "expired" };

export interface SecondStepInput {
  pending: string;
  code: SecondFactorCode;
  trustsBrowser: boolean;
}

/** Works once. Throws `LimitReached` after too many wrong codes. */
export async function finishSecondStep(
  tools: SecondFactorTools,
  { pending, code, trustsBrowser }: SecondStepInput,
  client: Client,
  now = new Date(),
): Promise<FinishedSecondStep> {
  const userId = await readPendingSignIn(tools.db, pending, now);
  if (userId === null) return { kind: "expired" };
  const verdict = await checkCode(tools, userId, code, now);
  if (verdict.kind === "wrong") return { ...verdict, userId };
  if (verdict.kind === "off") return { kind: "expired" };
  return tools.db.transaction(async (tx) => {
    // The user's row first, as in every other change of an account, so that none can deadlock.
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for("share");
    const ended = await tx
      .delete(pendingSignIns)
      .where(eq(pendingSignIns.codeHash, hashCode(pending)))
      .returning({ userId: pendingSignIns.userId });
    if (ended.length === 0) return { kind: "expired" };
    const trustCode = trustsBrowser ? await trustBrowser(tx, userId, client, now) : null;
    const { id, expiresAt } = await createSession(tx, userId, client, now, { byCode: true });
    return { kind: "signed-in", by: verdict.by, trustCode, userId, sessionId: id, expiresAt };
  });
}

/** The user's id, or null for a sign-in that is unknown, expired or of a disabled account. */
export async function readPendingSignIn(
  db: Database,
  pending: string,
  now = new Date(),
): Promise<string | null> {
  const [row] = await db
    .select({ userId: pendingSignIns.userId })
    .from(pendingSignIns)
    .innerJoin(users, eq(users.id, pendingSignIns.userId))
    .where(
      and(
        eq(pendingSignIns.codeHash, hashCode(pending)),
        isCurrent(pendingSignIns, now),
        isNull(users.disabledAt),
      ),
    );
  return row?.userId ?? null;
}

export async function deleteExpiredPendingSignIns(db: Database): Promise<void> {
  await db.delete(pendingSignIns).where(lt(pendingSignIns.expiresAt, sql`now()`));
}
