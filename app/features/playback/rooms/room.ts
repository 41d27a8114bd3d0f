import { href } from "react-router";
import type { StoredMessage as RoomMessage } from "~db/schema/rooms";
import type { RoomPlayback } from "./room-rules";

export type { RoomMessage };

export interface RoomMember {
  number: number;
  /** The user's name, or null for a guest. */
  name: string | null;
  /** The name that a guest gave. */
  guestName: string | null;
  /** Milliseconds of the database's clock; null unless the room waits for the member. */
  waitsUntil: number | null;
}

/** What every member is sent after each change. */
export interface Room extends RoomPlayback {
  animeId: number;
  revision: number;
  control: "everyone" | "host";
  chat: boolean;
  messages: readonly RoomMessage[];
  /** Present ones, in the order in which they joined; the first is the host. */
  members: readonly RoomMember[];
  last: { member: number; did: "play" | "pause" | "seek" | "episode" } | null;
}

export function isHost({ members }: Pick<Room, "members">, member: number | null): boolean {
  return member !== null && members[0]?.number === member;
}

export function mayControl(
  room: Pick<Room, "members" | "control">,
  member: number | null,
): boolean {
  return room.control === "everyone" || isHost(room, member);
}

export function roomPath(id: string): string {
  return href("/room/:room", { room: id });
}

export const MAX_MEMBERS = 16;
export const MAX_MESSAGES = 50;
export const MAX_GUEST_NAME_LENGTH = 30;
export const MAX_MESSAGE_LENGTH = 300;
