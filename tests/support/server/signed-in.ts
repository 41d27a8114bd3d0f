import { person } from "../../factories/person";
import { apiClient, clientOf, type ApiClient } from "./api-client";
import type { TestDatabase } from "../database/test-database";

/** A client whose person is signed in. */
export interface SignedIn extends ApiClient {
  userId: string;
  person: ReturnType<typeof person>;
}

const manyRequests = { RATE_LIMITS: "signup=100000/60,signin=100000/60" };

/** A process on the database, and a person who has just signed up at it. */
export async function signedInClient(
  database: TestDatabase,
  environment: Record<string, string> = {},
): Promise<SignedIn> {
  const client = await apiClient(database, { ...manyRequests, ...environment });
  return signUpAt(client.origin);
}

/** A further person at the same process. */
export async function signUpAt(origin: string): Promise<SignedIn> {
  const client = clientOf(origin);
  const who = person();
  const answer = await client.send("POST", "/api/auth/signup", who);
  const { id } = (answer.body as { data: { user: { id: string } } }).data.user;
  return Object.assign(client, { userId: id, person: who });
}

/** What an answer's envelope holds. */
export function dataOf<T = Record<string, unknown>>(answer: { body: unknown }): T {
  return (answer.body as { data: T }).data;
}
