import { randomUUID } from "node:crypto";
import { openWithoutTimeouts, type BenchDatabase } from "./databases";
import type { Program } from "./programs";

/** A signed-in user of a benchmarked server. */
export interface Client {
  server: Program;
  cookie: string;
}

export const PASSWORD = "Bebop-71x!";

/** Returns the session cookie. */
export async function createUser(
  { url }: Program,
  email = `bench-${randomUUID()}@akari.test`,
): Promise<string> {
  const response = await fetch(`${url}/api/auth/signup`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "Bench", email, password: PASSWORD }),
  });
  if (!response.ok) throw new Error(`Signing up failed with ${response.status}.`);
  return response.headers.getSetCookie()[0]?.split(";")[0] ?? "";
}

export async function readUserId({ server, cookie }: Client): Promise<string> {
  const response = await fetch(`${server.url}/api/auth/session`, { headers: { cookie } });
  return ((await response.json()) as { data: { id: string } }).data.id;
}

/** Completes half; the rest is planned, dropped or being watched. What was seen has scores. */
export async function fillList(
  database: BenchDatabase,
  userId: string,
  entries: number,
): Promise<void> {
  const client = openWithoutTimeouts(database);
  await client.sql`
    INSERT INTO watch_list_entries (user_id, anime_mal_id, state, score, updated_at)
    SELECT ${userId}, mal_id, state, CASE WHEN state <> 'planned' THEN 40 + mal_id % 61 END,
      now() - rank * interval '1 day'
    FROM (
      SELECT mal_id, rank, (ARRAY['completed', 'completed', 'completed', 'planned', 'dropped',
        'watching'])[1 + rank % 6] AS state
      FROM (SELECT mal_id, (row_number() OVER (ORDER BY popularity))::int AS rank FROM animes
        WHERE popularity IS NOT NULL ORDER BY popularity LIMIT ${entries}) AS top) AS entry`;
  // Autovacuum would do this within a minute.
  await client.sql`VACUUM (ANALYZE) watch_list_entries`;
  await client.close();
}
