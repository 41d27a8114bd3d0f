import { useCallback, useState, useSyncExternalStore, type RefCallback } from "react";
import { createEngine, type PlayerEngine } from "~/features/playback/player/engine/engine";
import { IDLE, type PlayerState } from "~/features/playback/player/engine/player-state";

const noSubscription = () => () => undefined;
const getIdle = () => IDLE;

interface EngineHandle {
  engine: PlayerEngine | null;
  state: PlayerState;
  attach: RefCallback<HTMLVideoElement>;
}

export function useEngine(readVolume: () => { volume: number; muted: boolean }): EngineHandle {
  const [engine, setEngine] = useState<PlayerEngine | null>(null);
  const [initial] = useState(readVolume);
  const attach = useCallback(
    (video: HTMLVideoElement | null) => {
      if (video === null) return;
      const created = createEngine(video);
      video.volume = initial.volume;
      video.muted = initial.muted;
      setEngine(created);
      return () => {
        created.destroy();
        setEngine(null);
      };
    },
    [initial],
  );
  const state = useSyncExternalStore(
    engine?.subscribe ?? noSubscription,
    engine?.snapshot ?? getIdle,
    getIdle,
  );
  return { engine, state, attach };
}
