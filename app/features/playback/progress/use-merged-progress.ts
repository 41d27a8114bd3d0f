import { useMemo, useState, useSyncExternalStore } from "react";
import { useHydrated } from "~/ui/use-hydrated";
import { LOCAL_PROGRESS_CHANGED, readLocal, settledEntries } from "./local-progress";
import { LOCAL_PROGRESS_KEY } from "./local-progress-key";
import { isCompleted, isYounger, type Progress } from "./progress-rules";

/**
 * What the server knows of a title's episodes, with what this browser has kept or just sent laid over it where that is younger than the server's answer: a
 * save that did not arrive, or a visitor's. The server renders without the latter.
 */
export function useMergedProgress(
  animeId: number,
  owner: string | null,
  known: Readonly<Record<number, Progress>>,
): Readonly<Record<number, Progress>> {
  const kept = useSyncExternalStore(subscribe, read, readNothing);
  const hydrated = useHydrated();
  const [first] = useState({ known, isOfDocument: !hydrated });
  const cameWithDocument = first.isOfDocument && known === first.known;
  // When an answer came is a fact of that moment, not of a later rendering.
  // eslint-disable-next-line react-hooks/exhaustive-deps
  const receivedAt = useMemo(() => answeredAt(cameWithDocument), [known]);
  return useMemo(() => {
    const merged: Record<number, Progress> = { ...known };
    for (const entry of [
      ...settledEntries(),
      ...readLocal({ getItem: () => kept, setItem: () => undefined }),
    ]) {
      if (entry.animeId !== animeId || (entry.owner !== null && entry.owner !== owner)) continue;
      if (!isYounger(entry.at, known[entry.episode], receivedAt)) continue;
      const watched =
        entry.watched ??
        (known[entry.episode]?.watched === true || isCompleted(entry.position, entry.duration));
      merged[entry.episode] = { position: entry.position, duration: entry.duration, watched };
    }
    return merged;
  }, [animeId, owner, known, kept, receivedAt]);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener("storage", listener);
  window.addEventListener(LOCAL_PROGRESS_CHANGED, listener);
  return () => {
    window.removeEventListener("storage", listener);
    window.removeEventListener(LOCAL_PROGRESS_CHANGED, listener);
  };
}

function read(): string | null {
  return localStorage.getItem(LOCAL_PROGRESS_KEY);
}

function readNothing(): null {
  return null;
}

/**
 * When the server gave an answer, in milliseconds of this device's clock. One that came with the document is older than the moment in which scripts begin to run, by
 * seconds on a slow device: it is as old as the request.
 */
function answeredAt(cameWithDocument: boolean): number {
  const [document] = cameWithDocument ? performance.getEntriesByType("navigation") : [];
  return document !== undefined &&
    "requestStart" in document &&
    typeof document.requestStart === "number"
    ? performance.timeOrigin + document.requestStart
    : Date.now();
}
