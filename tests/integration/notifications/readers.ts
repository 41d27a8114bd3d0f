import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { LimitRating } from "~/features/catalog/parental-control";
import type { Database } from "~db/client.server";
import {
  childLimits,
  childTitles,
  mutedTitles,
  outboxEvents,
  preferences,
  seenEpisodes,
  users,
  watchListEntries,
} from "~db/schema";

export interface Reader {
  state?: typeof watchListEntries.$inferInsert.state;
  /** The episodes seen, as a multirange. */
  seen?: string;
  muted?: boolean;
  disabled?: boolean;
  parentalControl?: boolean;
  site?: Record<string, unknown>;
  limit?: LimitRating;
  decision?: "allowed" | "blocked" | "asked";
}

/** Adds a user with a title on the list, who watches it and turned parental control off. */
export async function addReader(
  db: Database,
  animeMalId: number,
  {
    state = "watching",
    seen,
    muted = false,
    disabled = false,
    parentalControl = false,
    site = {},
    limit,
    decision,
  }: Reader = {},
): Promise<string> {
  const name = randomUUID();
  const [user] = await db
    .insert(users)
    .values({
      userName: name,
      email: name,
      emailKey: name,
      disabledAt: disabled ? new Date() : null,
    })
    .returning({ id: users.id });
  const userId = user?.id ?? "";
  await db.insert(preferences).values({ userId, parentalControl, site });
  await db.insert(watchListEntries).values({ userId, animeMalId, state });
  if (seen !== undefined)
    await db.insert(seenEpisodes).values({ userId, animeMalId, episodes: seen });
  if (muted) await db.insert(mutedTitles).values({ userId, animeMalId });
  if (limit !== undefined) await db.insert(childLimits).values({ userId, maxRating: limit });
  if (decision !== undefined)
    await db.insert(childTitles).values({ userId, malId: animeMalId, state: decision });
  return userId;
}

/** Adds an event that is due; returns its id. */
export async function addEvent(
  db: Database,
  fields: Partial<typeof outboxEvents.$inferInsert> & { animeMalId: number; episode: number },
): Promise<number> {
  const [event] = await db
    .insert(outboxEvents)
    .values({
      kind: "episode.aired",
      key: randomUUID(),
      at: sql`now() - interval '1 second'`,
      dueAt: sql`now() - interval '1 second'`,
      ...fields,
    })
    .returning({ id: outboxEvents.id });
  return event?.id ?? 0;
}
