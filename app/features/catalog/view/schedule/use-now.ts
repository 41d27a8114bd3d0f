import { useEffect, useState } from "react";

const TICK_MS = 20_000;

/** The present, a little later each time; null in the server's page and in the first render of the browser, which have to be equal. */
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
