import { useEffect } from "react";
import { useRevalidator } from "react-router";

const INTERVAL_MS = 2_000;

/** Loads the page's data again every two seconds while something is under way. */
export function useReloadWhile(isRunning: boolean, maxReloads = Infinity): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isRunning) return;
    let reloads = 0;
    const timer = setInterval(() => {
      reloads += 1;
      if (reloads >= maxReloads) clearInterval(timer);
      void revalidate();
    }, INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isRunning, maxReloads, revalidate]);
}
