import { useMemo, useSyncExternalStore } from "react";
import { LOCAL_PROGRESS_CHANGED, LOCAL_PROGRESS_KEY, readLocal } from "./local-progress";
import { isCompleted, type Progress } from "./progress-rules";

/** What the server knows of a title's episodes, with what this browser has kept laid over it. The server renders without the latter. */
export function useMergedProgress(animeId: number, owner: string | null, known: Readonly<Record<number, Progress>>): Readonly<Record<number, Progress>> {
  const kept = useSyncExternalStore(subscribe, read, readNothing);
  return useMemo(() => {
    const merged: Record<number, Progress> = { ...known };
    for (const entry of readLocal({ getItem: () => kept, setItem: () => undefined })) {
      if (entry.animeId !== animeId || (entry.owner !== null && entry.owner !== owner)) continue;
      const watched = entry.watched ?? (known[entry.episode]?.watched === true || isCompleted(entry.position, entry.duration));
      merged[entry.episode] = { position: entry.position, duration: entry.duration, watched };
    }
    return merged;
  }, [animeId, owner, known, kept]);
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
