import { useMemo, useState, useSyncExternalStore } from "react";
import { useHydrated } from "~/ui/use-hydrated";
import { LOCAL_PROGRESS_CHANGED, readLocalProgress, getSentEntries } from "./local-progress";
import { LOCAL_PROGRESS_KEY } from "./local-progress-key";
import { isCompleted } from "~/features/catalog/episodes/half-watched";
import { isNewer, type Progress } from "./progress-rules";

/** The server's progress, overridden by newer local entries. The server renders without them. */
export function useMergedProgress(
  animeId: number,
  owner: string | null,
  serverProgress: Readonly<Record<number, Progress>>,
): Readonly<Record<number, Progress>> {
  const stored = useSyncExternalStore(subscribe, getSnapshot, getServerSnapshot);
  const hydrated = useHydrated();
  const [initial] = useState({ serverProgress, isInDocument: !hydrated });
  const isInDocument = initial.isInDocument && serverProgress === initial.serverProgress;
  // The time of receipt must not change with later renderings.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const receivedAt = useMemo(() => getReceivedAt(isInDocument), [serverProgress]);
  return useMemo(() => {
    const merged: Record<number, Progress> = { ...serverProgress };
    for (const entry of [
      ...getSentEntries(),
      ...readLocalProgress({ getItem: () => stored, setItem: () => undefined }),
    ]) {
      if (entry.animeId !== animeId || (entry.owner !== null && entry.owner !== owner)) continue;
      if (!isNewer(entry.at, serverProgress[entry.episode], receivedAt)) continue;
      const watched =
        entry.watched ??
        (serverProgress[entry.episode]?.watched === true ||
          isCompleted(entry.position, entry.duration));
      const { position, duration, at } = entry;
      merged[entry.episode] = { position, duration, watched, age: (receivedAt - at) / 1000 };
    }
    return merged;
  }, [animeId, owner, serverProgress, stored, receivedAt]);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  window.addEventListener(LOCAL_PROGRESS_CHANGED, listener);
  return () => {
    window.removeEventListener("storage", listener);
    window.removeEventListener(LOCAL_PROGRESS_CHANGED, listener);
  };
}

function getSnapshot(): string | null {
  return localStorage.getItem(LOCAL_PROGRESS_KEY);
}

function getServerSnapshot(): null {
  return null;
}

/**
 * Returns milliseconds of the device's clock. Data in the document is dated to its request, which
 * precedes hydration by seconds on slow devices.
 */
function getReceivedAt(isInDocument: boolean): number {
  const [document] = isInDocument ? performance.getEntriesByType("navigation") : [];
  return document !== undefined &&
    "requestStart" in document &&
    typeof document.requestStart === "number"
    ? performance.timeOrigin + document.requestStart
    : Date.now();
}
