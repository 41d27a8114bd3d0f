import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { PlayerEngine } from "~/features/playback/player/engine/engine";
import { mayControl, type Room } from "~/features/playback/rooms/room";
import type { RoomChange } from "~/features/playback/rooms/room-input";
import { createRoomConnection, type Refusal, type RoomView } from "./room-connection";
import { syncPlayer, type MemberChange } from "./sync-player";

interface RoomOptions {
  path: string;
  /** The room as the server rendered the page. */
  initial: Room;
  member: number | null;
  /** The number of the episode that the player has loaded. */
  episode: number;
  engine: PlayerEngine | null;
}

/** Long enough to read it. */
const REFUSAL_MS = 8_000;

interface OpenRoom extends RoomView {
  now: () => number | null;
  /** Why the viewer's last change was refused; null again after a while. */
  refusal: Refusal | null;
  /** Resolves with whether the change was made. */
  send: (change: RoomChange) => Promise<boolean>;
  leave: () => Promise<void>;
}

/** Joins the room after hydration, and keeps the player with it. For one room while mounted. */
export function useRoom({ path, initial, member, episode, engine }: RoomOptions): OpenRoom {
  const [connection] = useState(() => createRoomConnection(path, { room: initial, member }));
  useEffect(() => {
    connection.open();
    return () => connection.close();
  }, [connection]);
  const view = useSyncExternalStore(connection.subscribe, connection.snapshot, connection.snapshot);

  const [refusal, setRefusal] = useState<Refusal | null>(null);
  useEffect(() => {
    if (refusal === null) return;
    const timer = setTimeout(() => setRefusal(null), REFUSAL_MS);
    return () => clearTimeout(timer);
  }, [refusal]);
  const send = useCallback(
    async (change: RoomChange) => {
      const refused = await connection.send(change);
      setRefusal(refused);
      return refused === null;
    },
    [connection],
  );

  const viewer = useRef({ hasPlayed: false });
  const sync = useRef<ReturnType<typeof syncPlayer> | null>(null);
  const isOver = view.status === "ended" || view.status === "full";
  useEffect(() => {
    if (engine === null || isOver) return;
    const current = () => {
      const { room } = connection.snapshot();
      return room.episode === episode ? room : null;
    };
    const onChange = (change: MemberChange) => {
      const { room, member: own } = connection.snapshot();
      if (change.do === "wait" || change.do === "ready") void connection.send(change);
      else if (mayControl(room, own)) void send(change);
      else setRefusal({ reason: "hostOnly" });
    };
    const syncing = syncPlayer({
      engine,
      room: current,
      now: connection.now,
      onChange,
      viewer: viewer.current,
    });
    sync.current = syncing;
    return () => {
      sync.current = null;
      syncing.stop();
    };
  }, [engine, connection, episode, isOver, send]);
  useEffect(() => sync.current?.step(), [view.room]);

  return {
    ...view,
    now: connection.now,
    refusal,
    send,
    leave: connection.leave,
  };
}
