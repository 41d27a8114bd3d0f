import { and, asc, eq, gt, lte, sql } from "drizzle-orm";
import { NotFound } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import { roomMembers, rooms, users } from "~db/schema";
import type { Room } from "./room";

export const ROOM_CHANNEL = "akari_rooms";

/** Members whose page has not been connected for this long have left. */
const PRESENCE_MS = 45_000;
const EXPIRY_HOURS = 4;

export type RoomRow = typeof rooms.$inferSelect;
export type MemberRow = typeof roomMembers.$inferSelect;

export const isPresent = gt(
  roomMembers.seenAt,
  sql`now() - make_interval(secs => ${PRESENCE_MS / 1000})`,
);
export const notExpired = gt(rooms.expiresAt, sql`now()`);
/** Time at which a room expires whose members give no further sign. */
export const nextExpiry = sql<Date>`now() + make_interval(hours => ${EXPIRY_HOURS})`;

/** The members' common clock, in milliseconds. */
export async function readClock(db: Database | Transaction): Promise<number> {
  const [row] = await db.execute<{ now: number }>(
    sql`SELECT round(extract(epoch FROM clock_timestamp()) * 1000)::float8 AS now`,
  );
  return row?.now ?? Date.now();
}

const ROOM_ID = /^[\w-]{22}$/;

/** Returns null when there is no such room, or it has expired. */
export async function readRoom(db: Database | Transaction, id: string): Promise<Room | null> {
  if (!ROOM_ID.test(id)) return null;
  const [[row], members] = await Promise.all([
    db
      .select()
      .from(rooms)
      .where(and(eq(rooms.id, id), notExpired)),
    db
      .select({
        number: roomMembers.number,
        name: users.userName,
        guestName: roomMembers.guestName,
        waitsUntil: roomMembers.waitsUntil,
      })
      .from(roomMembers)
      .leftJoin(users, eq(users.id, roomMembers.userId))
      .where(and(eq(roomMembers.roomId, id), isPresent))
      .orderBy(asc(roomMembers.number)),
  ]);
  if (row === undefined) return null;
  return {
    animeId: row.animeMalId,
    episode: row.episode,
    position: row.positionSeconds,
    playing: row.playing,
    at: row.at.getTime(),
    revision: row.revision,
    control: row.control,
    chat: row.chat,
    messages: row.chat ? row.messages : [],
    members: members.map(({ waitsUntil, ...member }) => ({
      ...member,
      waitsUntil: waitsUntil?.getTime() ?? null,
    })),
    last:
      row.lastMember === null || row.lastAction === null
        ? null
        : { member: row.lastMember, did: row.lastAction },
  };
}

/** Throws `NotFound`. */
export async function requireRoom(db: Database | Transaction, id: string): Promise<Room> {
  const room = await readRoom(db, id);
  if (room === null) throw new NotFound("room.notFound");
  return room;
}

/** Changes of a room happen one after the other. Throws `NotFound`. */
export async function lockRoom(tx: Transaction, id: string): Promise<RoomRow> {
  const [row] = await tx
    .select()
    .from(rooms)
    .where(and(eq(rooms.id, id), notExpired))
    .for("update");
  if (row === undefined) throw new NotFound("room.notFound");
  return row;
}

/** Writes the changes and tells all processes once the transaction commits. */
export async function saveRoom(
  tx: Transaction,
  id: string,
  changes: Partial<RoomRow>,
): Promise<void> {
  await tx
    .update(rooms)
    .set({ ...changes, revision: sql`${rooms.revision} + 1`, expiresAt: nextExpiry })
    .where(eq(rooms.id, id));
  await tx.execute(sql`SELECT pg_notify(${ROOM_CHANNEL}, ${id})`);
}

export async function deleteExpiredRooms(db: Database | Transaction): Promise<void> {
  await db.delete(rooms).where(lte(rooms.expiresAt, sql`now()`));
}
