import { useCallback, useEffect, useRef, useState } from "react";

/** Controls leave the picture this long after the last movement. */
const IDLE_AFTER_MS = 3_000;

/** Whether nobody has moved for a while; `wake` says that somebody did, `rest` that nobody will. Never idle while `hold` is true. */
export function useIdle(hold: boolean): { idle: boolean; wake: () => void; rest: () => void } {
  const [idle, setIdle] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const wake = useCallback(() => {
    clearTimeout(timer.current);
    setIdle(false);
    timer.current = setTimeout(() => setIdle(true), IDLE_AFTER_MS);
  }, []);
  const rest = useCallback(() => {
    clearTimeout(timer.current);
    setIdle(true);
  }, []);
  useEffect(() => {
    // Playing that begins by itself has woken nobody.
    if (!hold) timer.current = setTimeout(() => setIdle(true), IDLE_AFTER_MS);
    return () => clearTimeout(timer.current);
  }, [hold]);
  return { idle: idle && !hold, wake, rest };
}
