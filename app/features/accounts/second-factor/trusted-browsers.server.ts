import { and, desc, eq, inArray, lt, sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import { isCurrent } from "~/features/accounts/lifetime";
import { createCode, hashCode } from "~/features/accounts/secret-code.server";
import type { Client } from "~/features/accounts/sessions.server";
import type { Database, Transaction } from "~db/client.server";
import { trustedBrowsers } from "~db/schema";

const LIFETIME_MS = 30 * 24 * 60 * 60 * 1000;

/** `key` identifies the browser but is not what its cookie has. */
export interface TrustedBrowser {
  key: string;
  device: string;
  address: string;
  lastUsedAt: Date;
  expiresAt: Date;
}

/** Returns the code for the browser's cookie. */
export async function trustBrowser(
  tx: Transaction,
  userId: string,
  { device, address }: Client,
  now: Date,
): Promise<string> {
  const { code, codeHash } = createCode();
  await tx.insert(trustedBrowsers).values({
    codeHash,
    userId,
    device,
    address,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: new Date(now.getTime() + LIFETIME_MS),
  });
  return code;
}

/** Tells whether the browser is trusted, and records the use. */
export async function isTrustedBrowser(
  tx: Transaction,
  userId: string,
  { trustedCodes = [], address }: Client,
  now: Date,
): Promise<boolean> {
  if (trustedCodes.length === 0) return false;
  const used = await tx
    .update(trustedBrowsers)
    .set({ lastUsedAt: now, address })
    .where(
      and(
        eq(trustedBrowsers.userId, userId),
        inArray(trustedBrowsers.codeHash, trustedCodes.map(hashCode)),
        isCurrent(trustedBrowsers, now),
      ),
    )
    .returning({ codeHash: trustedBrowsers.codeHash });
  return used.length > 0;
}

export function listTrustedBrowsers(
  db: Database,
  userId: string,
  now: Date,
): Promise<TrustedBrowser[]> {
  return db
    .select({
      key: trustedBrowsers.codeHash,
      device: trustedBrowsers.device,
      address: trustedBrowsers.address,
      lastUsedAt: trustedBrowsers.lastUsedAt,
      expiresAt: trustedBrowsers.expiresAt,
    })
    .from(trustedBrowsers)
    .where(and(eq(trustedBrowsers.userId, userId), isCurrent(trustedBrowsers, now)))
    .orderBy(desc(trustedBrowsers.lastUsedAt))
    .limit(100);
}

/** Throws `NotFound` unless the user has the browser. */
export async function distrustBrowser(db: Database, userId: string, key: string): Promise<void> {
  const ended = await db
    .delete(trustedBrowsers)
    .where(and(eq(trustedBrowsers.userId, userId), eq(trustedBrowsers.codeHash, key)))
    .returning({ key: trustedBrowsers.codeHash });
  if (ended.length === 0) throw new NotFound("secondFactor.browserNotFound");
}

/** Lists trusted browsers for the user's export, without their codes. */
export function exportTrustedBrowsers(
  tx: Transaction,
  userId: string,
): Promise<Record<string, unknown>[]> {
  return tx
    .select({
      device: trustedBrowsers.device,
      address: trustedBrowsers.address,
      created_at: trustedBrowsers.createdAt,
      last_used_at: trustedBrowsers.lastUsedAt,
      expires_at: trustedBrowsers.expiresAt,
    })
    .from(trustedBrowsers)
    .where(eq(trustedBrowsers.userId, userId))
    .orderBy(desc(trustedBrowsers.lastUsedAt));
}

export async function deleteExpiredTrust(db: Database): Promise<void> {
  await db.delete(trustedBrowsers).where(lt(trustedBrowsers.expiresAt, sql`now()`));
}
