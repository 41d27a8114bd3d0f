import type { Transaction } from "~db/client.server";
import { preferences, profiles, users } from "~db/schema";
import { emailKey } from "./credentials";

export interface NewAccount {
  email: string;
  userName: string;
  name: string;
  lastName?: string | null;
  avatarUrl?: string | null;
}

export async function createAccount(tx: Transaction, account: NewAccount): Promise<string | null> {
  const [user] = await tx
    .insert(users)
    .values({
      email: account.email.trim(),
      emailKey: emailKey(account.email),
      userName: account.userName,
      avatarUrl: account.avatarUrl ?? null,
    })
    .onConflictDoNothing({ target: users.emailKey })
    .returning({ id: users.id });
  if (user === undefined) return null;
  await tx
    .insert(profiles)
    .values({ userId: user.id, name: account.name, lastName: account.lastName ?? null });
  await tx.insert(preferences).values({ userId: user.id });
  return user.id;
}
