import { useCallback, useState, useSyncExternalStore, type RefCallback } from "react";
import { createEngine, type PlayerEngine } from "~/features/playback/player/engine/engine";
import { IDLE, type PlayerState } from "~/features/playback/player/engine/player-state";

const noSubscription = () => () => undefined;
const idle = () => IDLE;

interface Engine {
  /** Null until the element is there. */
  engine: PlayerEngine | null;
  state: PlayerState;
  /** For the video element. */
  attach: RefCallback<HTMLVideoElement>;
}

/** An engine for the video element that `attach` is given to, beginning with this volume. */
export function useEngine(readVolume: () => { volume: number; muted: boolean }): Engine {
  const [engine, setEngine] = useState<PlayerEngine | null>(null);
  // The volume counts when the element comes, not each time that it changes.
  const [initial] = useState(readVolume);
  const attach = useCallback(
    (video: HTMLVideoElement | null) => {
      if (video === null) return;
      const made = createEngine(video);
      video.volume = initial.volume;
      video.muted = initial.muted;
      setEngine(made);
      return () => {
        made.destroy();
        setEngine(null);
      };
    },
    [initial],
  );
  const state = useSyncExternalStore(
    engine?.subscribe ?? noSubscription,
    engine?.snapshot ?? idle,
    idle,
  );
  return { engine, state, attach };
}
