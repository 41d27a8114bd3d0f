import { useCallback, useEffect, useRef, useState } from "react";

const IDLE_AFTER_MS = 3_000;

/**
 * Becomes idle after a while without `wake`, or at once with `rest`. Never idle while `hold` is
 * true.
 */
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
    // Autoplay starts without a call of `wake`.
    if (!hold) timer.current = setTimeout(() => setIdle(true), IDLE_AFTER_MS);
    return () => clearTimeout(timer.current);
  }, [hold]);
  return { idle: idle && !hold, wake, rest };
}
