import { eq } from "drizzle-orm";
import type { Database } from "~db/client.server";
import { preferences, users } from "~db/schema";

/** The address of an account, with the site's preferences, which have its locale; or null. */
export async function findRecipient(
  db: Database,
  userId: string,
): Promise<{ email: string; site: Record<string, unknown> } | null> {
  const [user] = await db
    .select({ email: users.email, site: preferences.site })
    .from(users)
    .innerJoin(preferences, eq(preferences.userId, users.id))
    .where(eq(users.id, userId));
  return user === undefined || user.email === null ? null : { ...user, email: user.email };
}
