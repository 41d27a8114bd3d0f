import { useEffect } from "react";
import { useRevalidator } from "react-router";

const INTERVAL_MS = 2_000;

/** Loads the page's data again every two seconds while something is under way. */
export function useReloadWhile(isRunning: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => void revalidate(), INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isRunning, revalidate]);
}
