import { eq, sql } from "drizzle-orm";
import { DEFAULT_PROVIDER } from "~/config/oauth";
import { providerProblemSchema, type ProviderProblem } from "~/providers/openid/provider-problem";
import type { Database } from "~db/client.server";
import { siteSettings } from "~db/schema";

const KEY = "providerProblem";

function keyOf(providerId: string): string {
  return providerId === DEFAULT_PROVIDER ? KEY : `${KEY}.${providerId}`;
}

/** Why the last sign-in with the provider failed, if the operator can mend it; else null. */
export async function readProviderProblem(
  db: Database,
  providerId: string,
): Promise<(ProviderProblem & { at: Date }) | null> {
  const [row] = await db
    .select({ value: siteSettings.value, at: siteSettings.updatedAt })
    .from(siteSettings)
    .where(eq(siteSettings.key, keyOf(providerId)));
  const problem = providerProblemSchema.safeParse(row?.value);
  return row === undefined || !problem.success ? null : { ...problem.data, at: row.at };
}

export async function recordProviderProblem(
  db: Database,
  providerId: string,
  problem: ProviderProblem,
): Promise<void> {
  const value = sql`${JSON.stringify(problem)}::jsonb`;
  await db
    .insert(siteSettings)
    .values({ key: keyOf(providerId), value })
    .onConflictDoUpdate({ target: siteSettings.key, set: { value, updatedAt: sql`now()` } });
}

/** Forgets the problem, since a sign-in has succeeded. */
export async function clearProviderProblem(db: Database, providerId: string): Promise<void> {
  await db.delete(siteSettings).where(eq(siteSettings.key, keyOf(providerId)));
}
