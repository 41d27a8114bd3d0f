import { expect, type APIRequestContext } from "@playwright/test";
import { randomUUID } from "node:crypto";

export const PASSWORD = "Lantern!7road";

export interface Newcomer {
  id: string;
  username: string;
  email: string;
  password: string;
}

interface SignUpOptions {
  username?: string;
  email?: string;
  /** The site's address; as configured for the browser unless told. */
  site?: string;
}

/** Makes an account for one test alone, signed in in the browser (or page) from then on. */
export async function signUp(
  browser: { request: APIRequestContext },
  { username = "Faye", email = `${randomUUID()}@akari.test`, site = "" }: SignUpOptions = {},
): Promise<Newcomer> {
  const person = { username, email, password: PASSWORD };
  const answer = await browser.request.post(`${site}/api/auth/signup`, { data: person });
  expect(answer.status()).toBe(200);
  return {
    ...person,
    id: ((await answer.json()) as { data: { user: { id: string } } }).data.user.id,
  };
}
