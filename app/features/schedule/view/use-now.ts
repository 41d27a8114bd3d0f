import { useEffect, useState } from "react";

const TICK_MS = 20_000;

/** Returns null until hydration, whose markup must match the server's. */
export function useNow(): Date | null {
  const [now, setNow] = useState<Date | null>(null);
  useEffect(() => {
    const tick = (): void => setNow(new Date());
    tick();
    const timer = setInterval(tick, TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
