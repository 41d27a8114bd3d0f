import { randomBytes } from "node:crypto";
import { and, eq, not } from "drizzle-orm";
import { isChild } from "~/features/catalog/own-control.server";
import type { Database } from "~db/client.server";
import { sharedReviews } from "~db/schema";

/** A token of 144 bits in base64url. */
const TOKEN = /^[\w-]{24}$/;
const TOKEN_BYTES = 18;

export async function getReviewToken(
  db: Database,
  userId: string,
  year: number,
): Promise<string | null> {
  const [row] = await db
    .select({ token: sharedReviews.token })
    .from(sharedReviews)
    .where(and(eq(sharedReviews.userId, userId), eq(sharedReviews.year, year)));
  return row?.token ?? null;
}

/** Idempotent: a shared year keeps its token. */
export async function shareReview(db: Database, userId: string, year: number): Promise<void> {
  const token = randomBytes(TOKEN_BYTES).toString("base64url");
  await db.insert(sharedReviews).values({ userId, year, token }).onConflictDoNothing();
}

export async function revokeReview(db: Database, userId: string, year: number): Promise<void> {
  await db
    .delete(sharedReviews)
    .where(and(eq(sharedReviews.userId, userId), eq(sharedReviews.year, year)));
}

/** Returns null for an unknown token, and while the user is a child, whose years are not shared. */
export async function findSharedReview(
  db: Database,
  token: string,
): Promise<{ userId: string; year: number } | null> {
  if (!TOKEN.test(token)) return null;
  const [row] = await db
    .select({ userId: sharedReviews.userId, year: sharedReviews.year })
    .from(sharedReviews)
    .where(and(eq(sharedReviews.token, token), not(isChild(sharedReviews.userId))));
  return row ?? null;
}
