import { useEffect } from "react";

interface Copy {
  /** Whoever is signed in, or null. */
  person: string | null;
  /** Changes whenever the page would be written differently: language, theme, accent. */
  look: string;
  /** The person is at their list, which may have changed. */
  atList: boolean;
}

/**
 * Lets the service worker keep the page for times without a network, and tells it whose it may be. A build's matter: while developing, a copy of
 * yesterday would be in the way. Browsers offer service workers over HTTPS and on the machine itself only.
 */
export function useOfflineCopy({ person, look, atList }: Copy): void {
  useEffect(() => {
    if (!import.meta.env.PROD || !("serviceWorker" in navigator)) return undefined;
    const tell = () => void keepCopy({ person, look, changed: atList });
    // Whatever the page itself needs comes first.
    if (document.readyState === "complete") return tell();
    window.addEventListener("load", tell, { once: true });
    return () => window.removeEventListener("load", tell);
  }, [person, look, atList]);
}

async function keepCopy(message: {
  person: string | null;
  look: string;
  changed: boolean;
}): Promise<void> {
  try {
    await navigator.serviceWorker.register("/service-worker.js");
    const { active } = await navigator.serviceWorker.ready;
    active?.postMessage(message);
  } catch (error) {
    // Forbidden by the browser's settings: the site does without.
    console.warn(error);
  }
}
