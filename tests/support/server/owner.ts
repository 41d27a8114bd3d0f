import { eq } from "drizzle-orm";
import { signUpSchema } from "~/features/accounts/credentials";
import { signUp } from "~/features/accounts/sign-up.server";
import { users } from "~db/schema";
import { buildUser } from "../../factories/user";
import type { TestDatabase } from "../database/test-database";
import { createTestServices } from "./context";

export interface SignedInOwner {
  userId: string;
  cookie: string;
}

/** A new owner of the site, just signed in. */
export async function createOwner(database: TestDatabase): Promise<SignedInOwner> {
  const services = createTestServices({}, database);
  const client = { device: "Firefox on Linux", address: "192.0.2.1", key: "192.0.2.1" };
  const { userId, sessionId, expiresAt } = await signUp(
    { ...services, mode: "open" },
    signUpSchema.parse(buildUser()),
    client,
  );
  await database.db.update(users).set({ role: "owner" }).where(eq(users.id, userId));
  const cookie = await services.sessionCookie.write(sessionId, expiresAt, false);
  return { userId, cookie: cookie.split(";")[0] ?? "" };
}
