import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import type { PlayerEngine } from "~/features/playback/player/engine/engine";
import { mayControl, type Room } from "~/features/playback/rooms/room";
import type { RoomChange } from "~/features/playback/rooms/room-input";
import { createRoomConnection, type RoomView } from "./room-connection";
import { syncPlayer, type MemberChange } from "./sync-player";

interface RoomOptions {
  path: string;
  /** As the page was rendered. */
  initial: Room;
  member: number | null;
  /** Of the loaded player. */
  episode: number;
  engine: PlayerEngine | null;
  onRefused: (message: string | null) => void;
}

interface OpenRoom extends RoomView {
  now: () => number | null;
  send: (change: RoomChange) => void;
  leave: () => Promise<void>;
}

/** Joins the room after hydration, and keeps the player with it. For one room while mounted. */
export function useRoom({
  path,
  initial,
  member,
  episode,
  engine,
  onRefused,
}: RoomOptions): OpenRoom {
  const [connection] = useState(() => createRoomConnection(path, { room: initial, member }));
  useEffect(() => {
    connection.open();
    return () => connection.close();
  }, [connection]);
  const view = useSyncExternalStore(connection.subscribe, connection.snapshot, connection.snapshot);

  const refused = useRef(onRefused);
  useEffect(() => {
    refused.current = onRefused;
  });
  const send = useCallback(
    (change: RoomChange) => {
      connection.send(change).then(
        (message) => (message === null ? undefined : refused.current(message)),
        () => refused.current(null),
      );
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
      const isPlayback = change.do !== "wait" && change.do !== "ready";
      if (isPlayback && !mayControl(room, own)) return refused.current("");
      send(change);
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
    send,
    leave: useCallback(async () => {
      const left = connection.send({ do: "leave" });
      connection.close();
      await left.catch(() => undefined);
    }, [connection]),
  };
}
