import { useCallback, useState, useSyncExternalStore, type RefCallback } from "react";
import { createEngine, type PlayerEngine } from "~/features/playback/player/engine/engine";
import { IDLE, type PlayerState } from "~/features/playback/player/engine/player-state";

const noSubscription = () => () => undefined;
const getIdle = () => IDLE;

interface EngineHandle {
  /** Null until the element is mounted. */
  engine: PlayerEngine | null;
  state: PlayerState;
  attach: RefCallback<HTMLVideoElement>;
}

/** Creates an engine for the video element that receives `attach` as its ref. */
export function useEngine(readVolume: () => { volume: number; muted: boolean }): EngineHandle {
  const [engine, setEngine] = useState<PlayerEngine | null>(null);
  // Only the initial volume is used.
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
