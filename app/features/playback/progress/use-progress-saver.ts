import { useEffect } from "react";
import type { LocalEntry } from "./local-progress";
import { isCompleted } from "./progress-rules";
import { flushProgress, keepProgress, keepProgressOnLeave, type SaveAnswer } from "./send-progress";

const SAVE_EVERY_MS = 10_000;

interface Saver {
  video: HTMLVideoElement | null;
  animeId: number;
  episode: number;
  /** The signed-in person's id; null for a visitor, whose progress stays in the browser. */
  owner: string | null;
  onSaved: (answer: SaveAnswer) => void;
}

/** Saves where playing stands: every ten seconds, at each stop, when the episode becomes watched, and on leaving. */
export function useProgressSaver({ video, animeId, episode, owner, onSaved }: Saver): void {
  useEffect(() => {
    if (video === null) return;
    let latest: LocalEntry | null = null;
    let savedPosition: number | null = null;
    let wasCompleted = false;
    let hasPlayed = false;

    const save = (leaving = false) => {
      if (latest === null || latest.position === savedPosition) return;
      savedPosition = latest.position;
      if (leaving) return keepProgressOnLeave(latest);
      void keepProgress(latest).then((answer) => {
        if (answer !== null) onSaved(answer);
      });
    };
    const look = () => {
      if (!hasPlayed || !(video.duration > 0)) return;
      const { currentTime: position } = video;
      const duration = Number.isFinite(video.duration) ? video.duration : null;
      const completed = isCompleted(position, duration);
      latest = {
        animeId,
        episode,
        position,
        duration,
        ...(completed ? { watched: true } : {}),
        at: Date.now(),
        owner,
      };
      if (completed !== wasCompleted || savedPosition === null) save();
      wasCompleted = completed;
    };
    const onPlaying = () => {
      hasPlayed = true;
      look();
    };
    const onStop = () => {
      look();
      save();
    };
    const onHidden = () => {
      if (document.visibilityState === "hidden") save(true);
    };
    const onLeave = () => save(true);
    const onOnline = () => {
      if (owner !== null) void flushProgress(owner);
    };

    const timer = setInterval(() => save(), SAVE_EVERY_MS);
    const listening = new AbortController();
    const { signal } = listening;
    video.addEventListener("playing", onPlaying, { signal });
    video.addEventListener("timeupdate", look, { signal });
    for (const name of ["pause", "seeked", "ended"])
      video.addEventListener(name, onStop, { signal });
    document.addEventListener("visibilitychange", onHidden, { signal });
    window.addEventListener("pagehide", onLeave, { signal });
    window.addEventListener("online", onOnline, { signal });
    return () => {
      clearInterval(timer);
      listening.abort();
      save(true);
    };
  }, [video, animeId, episode, owner, onSaved]);
}
