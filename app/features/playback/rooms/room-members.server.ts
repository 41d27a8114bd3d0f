import { and, eq, inArray, lt, sql } from "drizzle-orm";
import { Conflict } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import { roomMembers, rooms } from "~db/schema";
import { MAX_MEMBERS } from "./room";
import { endWait, heldUntil, holdPlayback, type MemberWait, type RoomPlayback } from "./room-rules";
import {
  isPresent,
  lockRoom,
  nextExpiry,
  readClock,
  saveRoom,
  type MemberRow,
  type RoomRow,
} from "./room-store.server";

export interface MemberIdentity {
  keyHash: string;
  /** The account, or null for a guest. */
  userId: string | null;
}

/** A member who has been away for longer loses the number and the seniority. */
const MAX_ABSENCE_MINUTES = 10;
/** A member who was seen this long ago counts as absent at once. */
const ABSENT_SECONDS = 60;

/** Adds the member. The caller holds the room's lock. Throws `Conflict` when the room is full. */
export async function admitMember(
  tx: Transaction,
  room: Pick<RoomRow, "id" | "nextMember">,
  { keyHash, userId }: MemberIdentity,
): Promise<{ number: number; isNew: boolean }> {
  await tx
    .delete(roomMembers)
    .where(
      and(
        eq(roomMembers.roomId, room.id),
        lt(roomMembers.seenAt, sql`now() - make_interval(mins => ${MAX_ABSENCE_MINUTES})`),
      ),
    );
  const rows = await tx
    .select({
      number: roomMembers.number,
      keyHash: roomMembers.keyHash,
      present: sql<boolean>`${isPresent}`,
    })
    .from(roomMembers)
    .where(eq(roomMembers.roomId, room.id));
  const own = rows.find((row) => row.keyHash === keyHash);
  const isNew = own?.present !== true;
  if (isNew && rows.filter(({ present }) => present).length >= MAX_MEMBERS)
    throw new Conflict({ key: "room.isFull", values: { max: MAX_MEMBERS } });
  if (own !== undefined) {
    await tx
      .update(roomMembers)
      .set({ seenAt: sql`now()` })
      .where(and(eq(roomMembers.roomId, room.id), eq(roomMembers.number, own.number)));
    return { number: own.number, isNew };
  }
  await tx.insert(roomMembers).values({
    roomId: room.id,
    number: room.nextMember,
    keyHash,
    userId,
    seenAt: sql`now()`,
  });
  await tx
    .update(rooms)
    .set({ nextMember: room.nextMember + 1 })
    .where(eq(rooms.id, room.id));
  return { number: room.nextMember, isNew };
}

/** Returns the member's number. Throws `NotFound`, and `Conflict` when the room is full. */
export function joinRoom(db: Database, id: string, member: MemberIdentity): Promise<number> {
  return db.transaction(async (tx) => {
    const { number, isNew } = await admitMember(tx, await lockRoom(tx, id), member);
    if (isNew) await saveRoom(tx, id, {});
    return number;
  });
}

/** Finds the member's number; null for a viewer who has not joined, or was away for long. */
export async function findMember(
  db: Database,
  id: string,
  { keyHash }: MemberIdentity,
): Promise<number | null> {
  const [own] = await db
    .select({ number: roomMembers.number })
    .from(roomMembers)
    .where(and(eq(roomMembers.roomId, id), eq(roomMembers.keyHash, keyHash)));
  return own?.number ?? null;
}

/** A page may be away for this long to load again. */
export const RELOAD_SECONDS = 5;

/**
 * Marks a member as absent whose page closed `RELOAD_SECONDS` ago. The member keeps the number for
 * a while. Has no effect on one who has connected since, here or at another process.
 */
export async function markAbsent(db: Database, id: string, number: number): Promise<void> {
  await db.transaction(async (tx) => {
    const room = await lockRoom(tx, id);
    // The limit is a little shorter, since timers are not exact.
    const unseen = lt(
      roomMembers.seenAt,
      sql`now() - make_interval(secs => ${RELOAD_SECONDS - 0.5})`,
    );
    const [absent] = await tx
      .update(roomMembers)
      .set({ seenAt: sql`now() - make_interval(secs => ${ABSENT_SECONDS})` })
      .where(and(eq(roomMembers.roomId, id), eq(roomMembers.number, number), unseen))
      .returning({ number: roomMembers.number });
    if (absent === undefined) return;
    const now = await readClock(tx);
    const playback = await updateWait(tx, { room, number, now }, endWait);
    await saveRoom(tx, id, toColumns(playback));
  });
}

/** Records that members are present. It is called regularly while their pages are connected. */
export async function renewPresence(
  db: Database,
  members: readonly { room: string; number: number }[],
): Promise<void> {
  const ids = [...new Set(members.map(({ room }) => room))];
  if (ids.length === 0) return;
  await db.execute(sql`
    UPDATE room_members m SET seen_at = now()
    FROM unnest(${sql.param(members.map(({ room }) => room))}::text[],
      ${sql.param(members.map(({ number }) => number))}::int[]) AS connected (room_id, number)
    WHERE m.room_id = connected.room_id AND m.number = connected.number`);
  await db.update(rooms).set({ expiresAt: nextExpiry }).where(inArray(rooms.id, ids));
}

/** Changes one member's wait, and stops or continues the room accordingly. */
export async function updateWait(
  tx: Transaction,
  { room, number, now }: { room: RoomRow; number: number; now: number },
  change: (wait: MemberWait, now: number) => MemberWait,
): Promise<RoomPlayback> {
  const rows = await tx.select().from(roomMembers).where(eq(roomMembers.roomId, room.id));
  const waits = rows.map((row) => ({ number: row.number, ...toWait(row) }));
  const own = waits.find((row) => row.number === number);
  if (own === undefined) return toPlayback(room);
  const changed = change(own, now);
  if (changed === own) return toPlayback(room);
  await tx
    .update(roomMembers)
    .set({
      waitsSince: toDate(changed.waitsSince),
      waitsUntil: toDate(changed.waitsUntil),
      mayWaitAt: toDate(changed.mayWaitAt),
    })
    .where(and(eq(roomMembers.roomId, room.id), eq(roomMembers.number, number)));
  const others = waits.filter((row) => row !== own);
  return holdPlayback(toPlayback(room), heldUntil([...others, changed], now), now);
}

export async function readHeldUntil(
  tx: Transaction,
  id: string,
  now: number,
): Promise<number | null> {
  const rows = await tx
    .select({ waitsUntil: roomMembers.waitsUntil })
    .from(roomMembers)
    .where(eq(roomMembers.roomId, id));
  return heldUntil(
    rows.map(({ waitsUntil }) => ({ waitsUntil: waitsUntil?.getTime() ?? null })),
    now,
  );
}

export function toPlayback({ episode, positionSeconds, playing, at }: RoomRow): RoomPlayback {
  return { episode, position: positionSeconds, playing, at: at.getTime() };
}

export function toColumns({ episode, position, playing, at }: RoomPlayback): Partial<RoomRow> {
  return { episode, positionSeconds: position, playing, at: new Date(at) };
}

function toWait({ waitsSince, waitsUntil, mayWaitAt }: MemberRow): MemberWait {
  return {
    waitsSince: waitsSince?.getTime() ?? null,
    waitsUntil: waitsUntil?.getTime() ?? null,
    mayWaitAt: mayWaitAt?.getTime() ?? null,
  };
}

function toDate(time: number | null): Date | null {
  return time === null ? null : new Date(time);
}
