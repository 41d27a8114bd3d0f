import {
  applyPlayback,
  newestRoom,
  type PlaybackChange,
} from "~/features/playback/rooms/room-rules";
import type { Room } from "~/features/playback/rooms/room";
import type { RoomChange } from "~/features/playback/rooms/room-input";
import { narrowOffset, toServerTime, type ClockOffset } from "./room-clock";

/** Why a change was not made. */
export type Refusal =
  | { reason: "hostOnly" }
  | { reason: "unreachable" }
  | { reason: "refused"; message: string };

/** `lost`: reconnecting; `ended` and `full` are final. */
export type ConnectionStatus = "connecting" | "open" | "lost" | "ended" | "full";

export interface RoomView {
  room: Room;
  /** The viewer's number in the room; null until the room has been joined. */
  member: number | null;
  status: ConnectionStatus;
}

export interface RoomConnection {
  subscribe: (listener: () => void) => () => void;
  snapshot: () => RoomView;
  /** The room's clock in milliseconds; null until it is known. */
  now: () => number | null;
  /** Shows a change of playback at once. Resolves with the refusal, if any. */
  send: (change: RoomChange) => Promise<Refusal | null>;
  /** Joins the room. */
  open: () => void;
  close: () => void;
  /** Closes, and ends the membership. */
  leave: () => Promise<void>;
}

interface Changed {
  now: number;
  room?: Room;
}

const FIRST_SAMPLES = 5;
const SAMPLE_GAP_MS = 150;
const SAMPLE_EVERY_MS = 30_000;
const MAX_RETRY_MS = 10_000;
const TIMEOUT_MS = 8_000;

/** `initial` is the room as the page was rendered. Not connected before `open`. */
export function createRoomConnection(
  path: string,
  initial: { room: Room; member: number | null },
): RoomConnection {
  const url = `${path}/live`;
  const listeners = new Set<() => void>();
  let stopping = new AbortController();
  let view: RoomView = { ...initial, status: "connecting" };
  let offset: ClockOffset | null = null;
  let events: EventSource | null = null;
  let retries = 0;
  /** Changes on their way; what the server sent meanwhile waits. */
  let pending = 0;
  let newest: Room = initial.room;
  let queue: Promise<unknown> = Promise.resolve();
  let hasLeft = false;

  const update = (changes: Partial<RoomView>): void => {
    view = { ...view, ...changes };
    for (const listener of listeners) listener();
  };
  const receive = (room: Room): void => {
    newest = newestRoom(newest, room);
    if (pending === 0 && view.room !== newest) update({ room: newest });
  };
  const end = (status: "ended" | "full"): void => {
    stopping.abort();
    events?.close();
    update({ status });
  };

  const exchange = async (change: RoomChange): Promise<Refusal | null> => {
    const { status, ok, body, ...times } = await postChange(url, change);
    if (!ok) {
      if (status === 404) end("ended");
      return toRefusal(body.error);
    }
    if (body.now !== undefined) offset = narrowOffset(offset, { serverAt: body.now, ...times });
    if (body.room !== undefined) receive(body.room);
    return null;
  };
  const post = (change: RoomChange): Promise<Refusal | null> =>
    exchange(change).catch(() => ({ reason: "unreachable" }));

  const readClock = async (): Promise<void> => {
    for (let count = 0; count < FIRST_SAMPLES && !stopping.signal.aborted; count += 1) {
      await post({ do: "clock" });
      await new Promise((resolve) => setTimeout(resolve, SAMPLE_GAP_MS));
    }
  };

  const retry = async (): Promise<void> => {
    // An EventSource does not tell why it failed.
    const response = await fetch(url, { method: "HEAD" }).catch(() => null);
    if (stopping.signal.aborted) return;
    if (response !== null && [401, 403, 404].includes(response.status)) return end("ended");
    if (response?.status === 409) return end("full");
    retries += 1;
    setTimeout(connect, Math.min(MAX_RETRY_MS, 500 * 2 ** retries));
  };

  function connect(): void {
    if (stopping.signal.aborted) return;
    const source = new EventSource(url);
    events = source;
    source.addEventListener("member", ({ data }: MessageEvent<string>) => {
      retries = 0;
      // The clock may have been asleep.
      offset = null;
      void readClock();
      update({ member: (JSON.parse(data) as { number: number }).number, status: "open" });
    });
    source.addEventListener("room", ({ data }: MessageEvent<string>) => {
      const room = JSON.parse(data) as Room | null;
      if (room === null) end("ended");
      else receive(room);
    });
    source.addEventListener("error", () => {
      if (stopping.signal.aborted) return;
      update({ status: "lost" });
      if (source.readyState === EventSource.CLOSED) void retry();
    });
  }

  const now = (): number | null =>
    offset === null ? null : toServerTime(offset, performance.now());

  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    snapshot: () => view,
    now,
    send(change) {
      // It would join the room again.
      if (hasLeft) return Promise.resolve(null);
      const time = now();
      if (isPlaybackChange(change) && time !== null)
        update({ room: { ...view.room, ...applyPlayback(view.room, change, { now: time }) } });
      pending += 1;
      const sent = queue
        .then(() => post(change))
        .finally(() => {
          pending -= 1;
          receive(newest);
        });
      queue = sent;
      return sent;
    },
    open() {
      stopping = new AbortController();
      const timer = setInterval(() => void post({ do: "clock" }), SAMPLE_EVERY_MS);
      stopping.signal.addEventListener("abort", () => clearInterval(timer));
      connect();
    },
    close,
    async leave() {
      hasLeft = true;
      // The server may join the room for a stream that opens after the message below.
      if (events?.readyState === EventSource.CONNECTING) await answered(events);
      close();
      await queue;
      await post({ do: "leave" });
    },
  };

  function close(): void {
    stopping.abort();
    events?.close();
  }
}

/** Sends a change, and tells when, as the answer has the server's clock. */
async function postChange(url: string, change: RoomChange) {
  const sentAt = performance.now();
  const response = await fetch(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(change),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  const receivedAt = performance.now();
  const body = (await response.json()) as Partial<Changed> & { error?: string };
  return { status: response.status, ok: response.ok, body, sentAt, receivedAt };
}

function toRefusal(message: string | undefined): Refusal {
  return message === undefined ? { reason: "unreachable" } : { reason: "refused", message };
}

/** Resolves when the server has answered, or not in time. */
function answered(source: EventSource): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ["open", "error"]) source.addEventListener(name, () => resolve());
    setTimeout(resolve, TIMEOUT_MS);
  });
}

/** The page of another episode comes from the server, so that change is shown after it was made. */
function isPlaybackChange(change: RoomChange): change is PlaybackChange & RoomChange {
  return ["play", "pause", "seek"].includes(change.do);
}
