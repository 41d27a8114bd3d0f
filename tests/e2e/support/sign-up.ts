import { expect, type APIRequestContext } from "@playwright/test";
import { randomUUID } from "node:crypto";

export const PASSWORD = "Lantern!7road";

export interface NewUser {
  id: string;
  username: string;
  email: string;
  password: string;
}

interface SignUpOptions {
  username?: string;
  email?: string;
  site?: string;
}

/** Creates an account for one test and signs the browser in. */
export async function signUp(
  browser: { request: APIRequestContext },
  { username = "Faye", email = `${randomUUID()}@akari.test`, site = "" }: SignUpOptions = {},
): Promise<NewUser> {
  const user = { username, email, password: PASSWORD };
  const response = await browser.request.post(`${site}/api/auth/signup`, { data: user });
  expect(response.status()).toBe(200);
  return {
    ...user,
    id: ((await response.json()) as { data: { user: { id: string } } }).data.user.id,
  };
}
