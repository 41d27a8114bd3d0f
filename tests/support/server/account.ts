import { eq } from "drizzle-orm";
import { signUpSchema } from "~/features/accounts/credentials";
import type { Role } from "~/features/accounts/roles/roles";
import { signUp } from "~/features/accounts/sign-up.server";
import type { AppServices } from "~/process/app-services";
import { users } from "~db/schema";
import { buildUser } from "../../factories/user";

export interface TestAccount {
  userId: string;
  cookie: string;
  credentials: ReturnType<typeof buildUser>;
}

/** Signs up without a server. */
export async function createAccount(
  { shared, accounts }: AppServices,
  role: Role = "member",
): Promise<TestAccount> {
  const credentials = buildUser();
  const client = { device: "Firefox on Linux", address: "192.0.2.1", key: "192.0.2.1" };
  const { userId, sessionId, expiresAt } = await signUp(
    { ...accounts, mode: "open" },
    signUpSchema.parse(credentials),
    client,
  );
  await shared.db.update(users).set({ role }).where(eq(users.id, userId));
  const cookie = await shared.sessionCookie.write(sessionId, expiresAt, false);
  return { userId, cookie: cookie.split(";")[0] ?? "", credentials };
}
