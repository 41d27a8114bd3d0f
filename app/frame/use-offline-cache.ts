import { href } from "react-router";
import { useEffect } from "react";

interface OfflineCacheOptions {
  userId: string | null;
  /** Locale, theme and accent; a change fetches the page again. */
  appearance: string;
  isListPage: boolean;
}

/** Production only, since a stale cache would confuse development. */
export function useOfflineCache({ userId, appearance, isListPage }: OfflineCacheOptions): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return undefined;
    const notify = () => void postToWorker({ userId, appearance, changed: isListPage });
    // The message waits for the page's own requests.
    if (document.readyState === "complete") return notify();
    window.addEventListener("load", notify, { once: true });
    return () => window.removeEventListener("load", notify);
  }, [userId, appearance, isListPage]);
}

async function postToWorker(message: {
  userId: string | null;
  appearance: string;
  changed: boolean;
}): Promise<void> {
  try {
    await navigator.serviceWorker.register(href("/service-worker.js"));
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage(message);
  } catch (error) {
    // Service workers may be disabled.
    console.warn(error);
  }
}
