import type { DatabaseClient } from "~db/client.server";
import { NotFound } from "~/errors/app-error";
import type { Room } from "./room";
import { markAbsent, RELOAD_SECONDS, renewPresence } from "./room-members.server";
import { readRoom, ROOM_CHANNEL } from "./room-store.server";

/** A connected page of a member. */
interface RoomSubscriber {
  number: number;
  /** Sends the room's state, or null when the room is gone. */
  send(room: Room | null): void;
  /** Keeps proxies from closing an idle connection. */
  beat(): void;
  end(): void;
}

/** The connected pages of this process. */
export interface RoomHub {
  /** Sends the room at once. Returns how to unsubscribe. */
  subscribe(id: string, subscriber: RoomSubscriber): () => void;
  /** Ends all connections, since pages connect again to another process. */
  close(): Promise<void>;
}

interface HubOptions {
  database: Pick<DatabaseClient, "db" | "listen">;
  onError: (error: unknown) => void;
  beatMs?: number;
}

interface OpenRoom {
  subscribers: Set<RoomSubscriber>;
  /** What was sent last, so that it is sent once. */
  sent: string;
  isReading: boolean;
  isStale: boolean;
}

/**
 * The interval is below the shortest timeouts of common proxies, and a third of what counts as
 * absence.
 */
const BEAT_MS = 15_000;

/**
 * Takes a database connection to listen on only while a page is connected, whatever the number of
 * pages.
 */
export function createRoomHub({ database, onError, beatMs = BEAT_MS }: HubOptions): RoomHub {
  const { db } = database;
  const open = new Map<string, OpenRoom>();
  const absences = new Set<NodeJS.Timeout>();
  let listening: { stop(): Promise<void> } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;

  const send = async (id: string, room: OpenRoom): Promise<void> => {
    room.isReading = true;
    try {
      while (room.isStale) {
        room.isStale = false;
        const current = await readRoom(db, id);
        const text = JSON.stringify(current);
        if (text === room.sent) continue;
        room.sent = text;
        for (const subscriber of room.subscribers) subscriber.send(current);
      }
    } finally {
      // This is in the same turn as the last look at `isStale`, so that no change is missed in
      // between.
      room.isReading = false;
    }
  };
  /** Changes while the room is being read are read once, together. */
  const refresh = (id: string): void => {
    const room = open.get(id);
    if (room === undefined) return;
    room.isStale = true;
    if (!room.isReading) send(id, room).catch(onError);
  };
  const refreshAll = (): void => {
    for (const id of open.keys()) refresh(id);
  };

  const beat = async (): Promise<void> => {
    if (open.size === 0) return rest();
    const members = [...open].flatMap(([room, { subscribers }]) =>
      [...subscribers].map((subscriber) => {
        subscriber.beat();
        return { room, number: subscriber.number };
      }),
    );
    await renewPresence(db, members);
    // Notices members whose process has ended, and what a pooler did not notify of.
    refreshAll();
  };
  const wake = (): void => {
    timer ??= setInterval(() => void beat().catch(onError), beatMs).unref();
    listening ??= database.listen(ROOM_CHANNEL, { onNotify: refresh, onListening: refreshAll });
  };
  const rest = async (): Promise<void> => {
    clearInterval(timer);
    timer = undefined;
    const stopped = listening;
    listening = null;
    await stopped?.stop();
  };

  const leave = (id: string, number: number): void => {
    const absence = setTimeout(() => {
      absences.delete(absence);
      const isBack = [...(open.get(id)?.subscribers ?? [])].some((one) => one.number === number);
      if (isBack) return;
      markAbsent(db, id, number).catch((error: unknown) =>
        error instanceof NotFound ? undefined : onError(error),
      );
    }, RELOAD_SECONDS * 1000).unref();
    absences.add(absence);
  };

  return {
    subscribe(id, subscriber) {
      if (isClosed) {
        subscriber.end();
        return () => undefined;
      }
      const room = open.get(id) ?? {
        subscribers: new Set(),
        sent: "",
        isReading: false,
        isStale: false,
      };
      open.set(id, room);
      room.subscribers.add(subscriber);
      room.sent = "";
      wake();
      refresh(id);
      return () => {
        if (!room.subscribers.delete(subscriber) || isClosed) return;
        if (room.subscribers.size === 0 && open.get(id) === room) open.delete(id);
        leave(id, subscriber.number);
      };
    },
    async close() {
      isClosed = true;
      for (const absence of absences) clearTimeout(absence);
      for (const { subscribers } of open.values())
        for (const subscriber of subscribers) subscriber.end();
      open.clear();
      await rest();
    },
  };
}
