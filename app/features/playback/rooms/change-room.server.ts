import { and, asc, eq } from "drizzle-orm";
import { Forbidden, Invalid } from "~/errors/app-error";
import type { Database, Transaction } from "~db/client.server";
import { episodes, roomMembers, users } from "~db/schema";
import { MAX_MESSAGES } from "./room";
import type { RoomChange } from "./room-input";
import {
  admitMember,
  readHeldUntil,
  toColumns,
  toPlayback,
  updateWait,
  type MemberIdentity,
} from "./room-members.server";
import { applyPlayback, endWait, startWait, type PlaybackChange } from "./room-rules";
import { isPresent, lockRoom, readClock, saveRoom, type RoomRow } from "./room-store.server";

interface Change {
  room: RoomRow;
  number: number;
  userId: string | null;
  now: number;
}

/**
 * Joins the room if need be. Returns the member's number. Throws `NotFound`, `Forbidden` where only
 * the host may, and `Conflict` when the room is full.
 */
export function changeRoom(
  db: Database,
  id: string,
  change: Exclude<RoomChange, { do: "clock" }>,
  member: MemberIdentity,
): Promise<number> {
  return db.transaction(async (tx) => {
    const room = await lockRoom(tx, id);
    if (change.do === "leave") {
      await leave(tx, room, member);
      return 0;
    }
    const { number, isNew } = await admitMember(tx, room, member);
    const now = await readClock(tx);
    const columns = await changedColumns(tx, change, { room, number, userId: member.userId, now });
    if (columns !== null || isNew) await saveRoom(tx, id, columns ?? {});
    return number;
  });
}

/** Returns the columns that the change sets, or null when nothing changes. */
async function changedColumns(
  tx: Transaction,
  change: Exclude<RoomChange, { do: "clock" | "leave" }>,
  { room, number, userId, now }: Change,
): Promise<Partial<RoomRow> | null> {
  switch (change.do) {
    case "wait":
      // A room that does not play has nothing to wait for.
      return room.playing
        ? toColumns(await updateWait(tx, { room, number, now }, startWait))
        : null;
    case "ready":
      return toColumns(await updateWait(tx, { room, number, now }, endWait));
    case "control":
      await requireHost(tx, room.id, number);
      return { control: change.control };
    case "chat":
      await requireHost(tx, room.id, number);
      return change.chat === "on" ? { chat: true } : { chat: false, messages: [] };
    case "say":
      return say(tx, change.text, { room, number, userId, now });
    case "name":
      return nameGuest(tx, change.name, { room, number, userId, now });
    default:
      if (room.control === "host") await requireHost(tx, room.id, number);
      return changePlayback(tx, change, { room, number, userId, now });
  }
}

async function changePlayback(
  tx: Transaction,
  change: PlaybackChange,
  { room, number, now }: Change,
): Promise<Partial<RoomRow> | null> {
  if (change.do === "episode") await requireEpisode(tx, room.animeMalId, change.number);
  const playback = toPlayback(room);
  const changed = applyPlayback(playback, change, {
    now,
    heldUntil: await readHeldUntil(tx, room.id, now),
  });
  if (changed === playback) return null;
  return { ...toColumns(changed), lastMember: number, lastAction: change.do };
}

async function say(
  tx: Transaction,
  text: string,
  { room, number }: Change,
): Promise<Partial<RoomRow>> {
  if (!room.chat) throw new Forbidden("room.chatIsOff");
  const [speaker] = await tx
    .select({ name: users.userName, guestName: roomMembers.guestName })
    .from(roomMembers)
    .leftJoin(users, eq(users.id, roomMembers.userId))
    .where(and(eq(roomMembers.roomId, room.id), eq(roomMembers.number, number)));
  const message = {
    id: room.nextMessage,
    member: number,
    name: speaker?.name ?? null,
    guestName: speaker?.guestName ?? null,
    text,
  };
  return {
    messages: [...room.messages, message].slice(-MAX_MESSAGES),
    nextMessage: room.nextMessage + 1,
  };
}

/** What the guest said before keeps the name of then. Throws `Forbidden` for users. */
async function nameGuest(
  tx: Transaction,
  name: string,
  { room, number, userId }: Change,
): Promise<Partial<RoomRow>> {
  if (userId !== null) throw new Forbidden("room.hasName");
  await tx
    .update(roomMembers)
    .set({ guestName: name === "" ? null : name })
    .where(and(eq(roomMembers.roomId, room.id), eq(roomMembers.number, number)));
  return {};
}

async function leave(tx: Transaction, room: RoomRow, { keyHash }: MemberIdentity): Promise<void> {
  const isOwn = and(eq(roomMembers.roomId, room.id), eq(roomMembers.keyHash, keyHash));
  const [own] = await tx.select().from(roomMembers).where(isOwn);
  if (own === undefined) return;
  const now = await readClock(tx);
  const playback = await updateWait(tx, { room, number: own.number, now }, endWait);
  await tx.delete(roomMembers).where(isOwn);
  await saveRoom(tx, room.id, toColumns(playback));
}

async function requireHost(tx: Transaction, id: string, number: number): Promise<void> {
  const [host] = await tx
    .select({ number: roomMembers.number })
    .from(roomMembers)
    .where(and(eq(roomMembers.roomId, id), isPresent))
    .orderBy(asc(roomMembers.number))
    .limit(1);
  if (host?.number !== number) throw new Forbidden("room.needsHost");
}

async function requireEpisode(tx: Transaction, animeId: number, number: number): Promise<void> {
  const count = await tx.$count(
    episodes,
    and(eq(episodes.animeMalId, animeId), eq(episodes.number, number)),
  );
  if (count === 0) throw new Invalid([{ path: "number", message: "episode.notFound" }]);
}
