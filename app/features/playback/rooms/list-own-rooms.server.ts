import { and, count, desc, eq, exists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/pg-core";
import type { Database } from "~db/client.server";
import { roomMembers, rooms } from "~db/schema";
import type { MemberIdentity } from "./room-members.server";
import { isPresent, notExpired } from "./room-store.server";

const MAX_ROOMS = 12;

export interface OwnRoom {
  id: string;
  animeId: number;
  episode: number;
  /** How many are watching now. */
  members: number;
}

/** Rooms that the member has joined, and neither left nor outlived; the latest first. */
export function listOwnRooms(
  db: Database,
  { keyHash }: Pick<MemberIdentity, "keyHash">,
): Promise<OwnRoom[]> {
  const own = alias(roomMembers, "own");
  return db
    .select({
      id: rooms.id,
      animeId: rooms.animeMalId,
      episode: rooms.episode,
      members: count(roomMembers.number),
    })
    .from(rooms)
    .leftJoin(roomMembers, and(eq(roomMembers.roomId, rooms.id), isPresent))
    .where(
      and(
        notExpired,
        exists(
          db
            .select({ one: sql`1` })
            .from(own)
            .where(and(eq(own.roomId, rooms.id), eq(own.keyHash, keyHash))),
        ),
      ),
    )
    .groupBy(rooms.id)
    .orderBy(desc(rooms.expiresAt), rooms.id)
    .limit(MAX_ROOMS);
}
