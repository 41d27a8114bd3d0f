import { buildUser } from "../../factories/user";
import { startApi, createApiClient, type ApiClient } from "./api-client";
import type { TestDatabase } from "../database/test-database";

export interface SignedInClient extends ApiClient {
  userId: string;
  credentials: ReturnType<typeof buildUser>;
}

const manyRequests = { RATE_LIMITS: "signup=100000/60,signin=100000/60" };

export async function createSignedInClient(
  database: TestDatabase,
  environment: Record<string, string> = {},
): Promise<SignedInClient> {
  const client = await startApi(database, { ...manyRequests, ...environment });
  return signUpClient(client.origin);
}

export async function signUpClient(origin: string): Promise<SignedInClient> {
  const client = createApiClient(origin);
  const user = buildUser();
  const response = await client.send("POST", "/api/auth/signup", user);
  const { id } = (response.body as { data: { user: { id: string } } }).data.user;
  return Object.assign(client, { userId: id, credentials: user });
}

export function dataOf<T = Record<string, unknown>>(response: { body: unknown }): T {
  return (response.body as { data: T }).data;
}
