import { useRef } from "react";
import type { PlayerAction } from "./keys";
import { doubleTapSeconds, type Tap } from "./touch";

interface TapOptions {
  act: (action: PlayerAction) => void;
  isIdle: boolean;
  wake: () => void;
  rest: () => void;
}

interface TapHandlers {
  onPointerUp: (event: React.PointerEvent<HTMLVideoElement>) => void;
  onClick: () => void;
  onDoubleClick: () => void;
}

/**
 * A click plays or pauses and a double click toggles full screen; a tap toggles the controls and a
 * double tap seeks.
 */
export function useTaps({ act, isIdle, wake, rest }: TapOptions): TapHandlers {
  const lastTap = useRef<Tap | null>(null);
  const lastPointer = useRef("mouse");
  return {
    onPointerUp(event) {
      lastPointer.current = event.pointerType;
      if (event.pointerType === "mouse") return;
      const { left, width } = event.currentTarget.getBoundingClientRect();
      const tap = { at: event.timeStamp, part: (event.clientX - left) / width };
      const seconds = doubleTapSeconds(lastTap.current, tap);
      lastTap.current = tap;
      if (seconds !== null) act({ do: "seek-by", seconds });
      else if (isIdle) wake();
      else rest();
    },
    onClick() {
      if (lastPointer.current === "mouse") act({ do: "toggle-play" });
    },
    onDoubleClick() {
      if (lastPointer.current === "mouse") act({ do: "toggle-fullscreen" });
    },
  };
}
