import { eq } from "drizzle-orm";
import { signUpSchema } from "~/features/accounts/credentials";
import type { Role } from "~/features/accounts/roles/roles";
import { signUp } from "~/features/accounts/sign-up.server";
import type { Services } from "~/http/context";
import { users } from "~db/schema";
import { buildUser } from "../../factories/user";

export interface TestAccount {
  userId: string;
  cookie: string;
  credentials: ReturnType<typeof buildUser>;
}

/** Signs up without a server. */
export async function createAccount(
  services: Services,
  role: Role = "member",
): Promise<TestAccount> {
  const credentials = buildUser();
  const client = { device: "Firefox on Linux", address: "192.0.2.1", key: "192.0.2.1" };
  const { userId, sessionId, expiresAt } = await signUp(
    { ...services, mode: "open" },
    signUpSchema.parse(credentials),
    client,
  );
  await services.db.update(users).set({ role }).where(eq(users.id, userId));
  const cookie = await services.sessionCookie.write(sessionId, expiresAt, false);
  return { userId, cookie: cookie.split(";")[0] ?? "", credentials };
}
