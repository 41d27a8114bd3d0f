import { eq } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Database } from "~db/client.server";
import { users } from "~db/schema";
import { emailKey } from "~/features/accounts/credentials";

export async function findUserId(db: Database, email: string): Promise<string> {
  const [user] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(users.emailKey, emailKey(email)));
  if (user === undefined) throw new NotFound("user.notFound");
  return user.id;
}
